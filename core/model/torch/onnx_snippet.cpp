// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_snippet.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>

namespace mutascope {

namespace {

const char *const methodPrefix = "call_";

std::string argumentsOf(const OnnxCode &code)
{
    std::string result;
    for (const std::size_t input : code.arguments())
        result += fmt::format("a{}, ", input);
    return result;
}

std::string bodyOf(const OnnxCode &code)
{
    std::string result;
    for (const std::string &line : code.lines())
        result += "    " + line + "\n";
    return result + fmt::format("    return {}\n", fmt::join(code.results(), ", "));
}

std::vector<at::Tensor> tensorsOf(torch::jit::Stack &stack)
{
    std::vector<at::Tensor> result;
    for (const c10::IValue &value : stack) {
        if (value.isTensor()) {
            result.push_back(value.toTensor());
            continue;
        }
        for (const c10::IValue &element : value.toTupleRef().elements())
            result.push_back(element.toTensor());
    }
    return result;
}

// Once, as it is: nothing is gained by optimising it.
std::vector<at::Tensor> execute(const std::shared_ptr<torch::jit::Graph> &original, torch::jit::Stack stack)
{
    const auto graph = original->copy();
    torch::jit::runRequiredPasses(graph);
    const torch::jit::Code compiled(graph, "node");
    torch::jit::InterpreterState(compiled).run(stack);
    return tensorsOf(stack);
}

} // namespace

OnnxModuleTree::OnnxModuleTree()
    : m_unit(std::make_shared<torch::jit::CompilationUnit>()), m_root(make()), m_last(m_root)
{
}

torch::jit::Module OnnxModuleTree::make()
{
    torch::jit::Module module(c10::QualifiedName("__torch__.OnnxModule"), m_unit, true);
    module.register_attribute("training", c10::BoolType::get(), false); // nodes are executed as they come
    return module;
}

// The child of that name, made where it is missing; under another name where that one is taken.
torch::jit::Module OnnxModuleTree::child(torch::jit::Module &parent, std::string &name)
{
    if (name.rfind(methodPrefix, 0) == 0)
        name += "_";
    while (parent.hasattr(name) && !parent.attr(name).isModule())
        name += "_";
    if (!parent.hasattr(name))
        parent.register_module(name, make());
    return parent.attr(name).toModule();
}

// Weights that several nodes share in the file become one's own each: exporters let nodes share whatever is
// equal, even zeros.
std::string OnnxModuleTree::own(torch::jit::Module &module, const OnnxCode &code)
{
    std::string lines;
    for (const OwnedTensor &owned : code.owned()) {
        std::string name = owned.attribute;
        if (name.rfind(methodPrefix, 0) == 0)
            name += "_";
        while (module.hasattr(name))
            name += "_";
        const at::Tensor &tensor = owned.tensor;
        const void *storage = tensor.has_storage() ? tensor.storage().data() : nullptr;
        const bool taken = !m_storages.insert(storage).second;
        const at::Tensor kept
            = taken || !tensor.is_contiguous() ? tensor.clone(at::MemoryFormat::Contiguous) : tensor;
        if (owned.trained && tensor.is_floating_point())
            module.register_parameter(name, kept, false);
        else
            module.register_buffer(name, kept);
        lines += fmt::format("    {} = getattr(self, \"{}\")\n", owned.variable, name);
    }
    return lines;
}

std::string OnnxModuleTree::addMethod(const std::vector<std::string> &path, std::size_t number,
                                      const OnnxCode &code)
{
    std::vector<torch::jit::Module> modules{m_root};
    std::vector<std::string> names = path;
    for (std::string &name : names)
        modules.push_back(child(modules.back(), name));
    m_last = modules.back();
    m_lastMethod = fmt::format("{}{}", methodPrefix, number);
    const std::string arguments = argumentsOf(code);
    const std::string head = fmt::format("def {}(self, {}batch: int):\n", m_lastMethod, arguments);
    const std::string tensors = own(m_last, code);
    m_last.define(head + tensors + bodyOf(code));
    for (std::size_t i = names.size(); i-- > 0;)
        modules[i].define(fmt::format("{}    return getattr(self, \"{}\").{}({}batch)\n", head, names[i],
                                      m_lastMethod, arguments));
    return fmt::format("self.{}(", m_lastMethod);
}

std::vector<at::Tensor> OnnxModuleTree::run(const std::vector<at::Tensor> &arguments,
                                            std::int64_t batch) const
{
    torch::jit::Stack stack{m_last._ivalue()};
    stack.insert(stack.end(), arguments.begin(), arguments.end());
    stack.emplace_back(batch);
    return execute(m_last.get_method(m_lastMethod).graph(), std::move(stack));
}

void OnnxModuleTree::addForward(const std::string &body)
{
    m_root.define("def forward(self, x):\n" + body);
}

// What would be an attribute is one more argument.
OnnxFunction::OnnxFunction(const OnnxCode &code) : m_unit(std::make_shared<torch::jit::CompilationUnit>())
{
    std::string owned;
    for (const OwnedTensor &tensor : code.owned()) {
        owned += tensor.variable + ", ";
        m_owned.push_back(tensor.tensor);
    }
    m_unit->define(c10::nullopt,
                   fmt::format("def node({}{}batch: int):\n{}", argumentsOf(code), owned, bodyOf(code)),
                   torch::jit::nativeResolver(), nullptr);
}

std::vector<at::Tensor> OnnxFunction::run(const std::vector<at::Tensor> &arguments, std::int64_t batch) const
{
    torch::jit::Stack stack(arguments.begin(), arguments.end());
    stack.insert(stack.end(), m_owned.begin(), m_owned.end());
    stack.emplace_back(batch);
    return execute(torch::jit::toGraphFunction(m_unit->get_function("node")).graph(), std::move(stack));
}

} // namespace mutascope
