// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_build.h"
#include "core/base/error.h"
#include <cstring>
#include <fmt/format.h>

namespace mutascope::engines {

void throwNoPrimitive(const Step &step, const std::string &what)
{
    throw Error(ErrorCode::Unsupported, fmt::format("oneDNN has no {} {}", step.op->name, what));
}

Shape stridesOf(const Shape &shape)
{
    Shape strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

dnnl::memory::desc stridedDesc(const Shape &shape, const Shape &strides)
{
    return {shape, dnnl::memory::data_type::f32, strides};
}

// oneDNN knows no scalars.
dnnl::memory::desc denseDesc(const Shape &shape)
{
    const Shape known = shape.empty() ? Shape{1} : shape;
    return stridedDesc(known, stridesOf(known));
}

const DnnlOperators &dnnlOperators()
{
    static const DnnlOperators all = [] {
        DnnlOperators result;
        addDnnlElementwise(result);
        addDnnlWindows(result);
        addDnnlMatrices(result);
        addDnnlShapes(result);
        return result;
    }();
    return all;
}

DnnlBuilder::DnnlBuilder(const Program &program, const dnnl::engine &engine) : m_engine(engine)
{
    for (const Slot &input : program.inputs) {
        if (input.type.element != ElementType::Float)
            throw Error(ErrorCode::Unsupported, "oneDNN computes in float32");
        m_values[input.slot] = scratch(input.type.shape);
    }
    for (const auto &[slot, data] : program.constants) {
        if (data.type.element != ElementType::Float)
            continue; // whoever takes it is not supported
        m_values[slot] = scratch(data.type.shape);
        std::memcpy(m_values[slot].memory.get_data_handle(), data.bytes.data(), data.bytes.size());
    }
}

void DnnlBuilder::add(const Step &step)
{
    const auto found = dnnlOperators().find(step.op->name);
    if (found == dnnlOperators().end())
        throwNoPrimitive(step, "primitive");
    found->second(*this, step);
}

void DnnlBuilder::run(dnnl::stream &stream)
{
    for (const auto &[made, arguments] : m_primitives)
        made.execute(stream, arguments);
    stream.wait();
}

bool DnnlBuilder::has(const Step &step, std::size_t position)
{
    return position < step.inputs.size() && step.inputs[position] >= 0;
}

const DnnlValue &DnnlBuilder::input(const Step &step, std::size_t position) const
{
    const auto found = has(step, position) ? m_values.find(step.inputs[position]) : m_values.end();
    if (found == m_values.end())
        throwNoPrimitive(step, "of other than float32");
    return found->second;
}

DnnlValue DnnlBuilder::scratch(const Shape &shape) const
{
    return {shape, dnnl::memory(denseDesc(shape), m_engine)};
}

DnnlValue &DnnlBuilder::output(const Step &step, const Shape &shape)
{
    return m_values[step.outputs.at(0)] = scratch(shape);
}

void DnnlBuilder::view(const Step &step, const Shape &shape)
{
    m_values[step.outputs.at(0)] = {shape, described(input(step, 0).memory, denseDesc(shape))};
}

dnnl::memory DnnlBuilder::described(const dnnl::memory &memory, const dnnl::memory::desc &as) const
{
    return {as, m_engine, memory.get_data_handle()};
}

void DnnlBuilder::primitive(const dnnl::primitive &made, std::unordered_map<int, dnnl::memory> arguments)
{
    m_primitives.emplace_back(made, std::move(arguments));
}

} // namespace mutascope::engines
