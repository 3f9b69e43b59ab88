// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_build.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

// The shape the table of operators gives it.
void view(DnnlBuilder &builder, const Step &step)
{
    if (step.op->name == "Flatten" && !step.attributes.contains("axis"))
        throwNoPrimitive(step, "without an axis");
    const TensorType input{ElementType::Float, builder.input(step, 0).shape};
    const Inference inference = step.op->infer(step.attributes, {&input, 1});
    if (!inference.problem.empty())
        throwNoPrimitive(step, "of that form");
    builder.view(step, inference.outputs.at(0).shape);
}

void transpose(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    const Ints &order = step.attributes.ints("perm");
    if (order.empty())
        throwNoPrimitive(step, "without an order");
    const Shape strides = stridesOf(from.shape);
    Shape shape, turned;
    for (const std::int64_t axis : order) {
        shape.push_back(from.shape.at(std::size_t(axis)));
        turned.push_back(strides.at(std::size_t(axis)));
    }
    const DnnlValue &to = builder.output(step, shape);
    const dnnl::memory view = builder.described(from.memory, stridedDesc(shape, turned));
    builder.primitive(dnnl::reorder(view, to.memory), {{DNNL_ARG_FROM, view}, {DNNL_ARG_TO, to.memory}});
}

void concat(DnnlBuilder &builder, const Step &step)
{
    Shape shape = builder.input(step, 0).shape;
    const std::int64_t given = step.attributes.integer("axis");
    const std::size_t axis = std::size_t(given < 0 ? given + std::int64_t(shape.size()) : given);
    shape.at(axis) = 0;
    std::vector<dnnl::memory::desc> parts;
    std::unordered_map<int, dnnl::memory> arguments;
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
        const DnnlValue &part = builder.input(step, i);
        shape[axis] += part.shape[axis];
        parts.push_back(part.memory.get_desc());
        arguments[DNNL_ARG_MULTIPLE_SRC + int(i)] = part.memory;
    }
    const DnnlValue &to = builder.output(step, shape);
    arguments[DNNL_ARG_DST] = to.memory;
    const dnnl::concat::primitive_desc desc(to.memory.get_desc(), int(axis), parts, builder.engine());
    builder.primitive(dnnl::concat(desc), std::move(arguments));
}

} // namespace

void addDnnlShapes(DnnlOperators &all)
{
    for (const char *name : {"Identity", "Dropout", "Reshape", "Flatten", "Squeeze", "Unsqueeze"})
        all[name] = view;
    all["Transpose"] = transpose;
    all["Concat"] = concat;
}

} // namespace mutascope::engines
