// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/runtime/program.h"
#include <functional>
#include <map>
#include <oneapi/dnnl/dnnl.hpp>

namespace mutascope::engines {

// A dense float32 tensor. Views of other shapes share the memory's bytes.
struct DnnlValue {
    Shape shape;
    dnnl::memory memory;
};

[[noreturn]] void throwNoPrimitive(const Step &step, const std::string &what);

// Makes the primitives of a program, one after the other.
class DnnlBuilder {
public:
    DnnlBuilder(const Program &program, const dnnl::engine &engine);

    // Throws Error{Unsupported} where there is no primitive for it.
    void add(const Step &step);
    DnnlValue &value(int slot) { return m_values.at(slot); }
    void run(dnnl::stream &stream);
    std::size_t primitives() const { return m_primitives.size(); }

    // For the operators.
    const dnnl::engine &engine() const { return m_engine; }
    const DnnlValue &input(const Step &step, std::size_t position) const;
    static bool has(const Step &step, std::size_t position);
    // A value of the step's, dense, of this shape.
    DnnlValue &output(const Step &step, const Shape &shape);
    DnnlValue scratch(const Shape &shape) const;
    void view(const Step &step, const Shape &shape);
    void primitive(const dnnl::primitive &made, std::unordered_map<int, dnnl::memory> arguments);
    // Bytes with another description: transposed, grouped, broadcast.
    dnnl::memory described(const dnnl::memory &memory, const dnnl::memory::desc &as) const;

private:
    dnnl::engine m_engine;
    std::map<int, DnnlValue> m_values;
    std::vector<std::pair<dnnl::primitive, std::unordered_map<int, dnnl::memory>>> m_primitives;
};

dnnl::memory::desc denseDesc(const Shape &shape);
dnnl::memory::desc stridedDesc(const Shape &shape, const Shape &strides);
Shape stridesOf(const Shape &shape);

using DnnlOperator = void (*)(DnnlBuilder &, const Step &);
using DnnlOperators = std::map<std::string, DnnlOperator>;
const DnnlOperators &dnnlOperators();
void addDnnlElementwise(DnnlOperators &all);
void addDnnlWindows(DnnlOperators &all);
void addDnnlMatrices(DnnlOperators &all);
void addDnnlShapes(DnnlOperators &all);

} // namespace mutascope::engines
