// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/onnx_code.h"
#include <torch/csrc/jit/api/module.h>
#include <unordered_set>

namespace mutascope {

// The nodes' code inside a module: each node a method of the submodule it belongs to, and of every module
// above it a method that passes the call on, so that the calls down to an operator spell its path.
class OnnxModuleTree {
public:
    OnnxModuleTree();

    // Adds the method and its tensors; returns its call from the root's forward, up to the arguments:
    // "self.call_3(".
    std::string addMethod(const std::vector<std::string> &path, std::size_t number, const OnnxCode &code);
    // Runs the method just added.
    std::vector<at::Tensor> run(const std::vector<at::Tensor> &arguments, std::int64_t batch) const;
    void addForward(const std::string &body);
    torch::jit::Module &root() { return m_root; }

private:
    torch::jit::Module make();
    torch::jit::Module child(torch::jit::Module &parent, std::string &name);
    std::string own(torch::jit::Module &module, const OnnxCode &code);

    std::shared_ptr<torch::jit::CompilationUnit> m_unit;
    torch::jit::Module m_root;
    std::unordered_set<const void *> m_storages; // of the tensors that belong to a module already
    torch::jit::Module m_last;
    std::string m_lastMethod;
};

// Runs code that belongs to no module: arithmetic on constants and shapes.
class OnnxFunction {
public:
    explicit OnnxFunction(const OnnxCode &code);
    std::vector<at::Tensor> run(const std::vector<at::Tensor> &arguments, std::int64_t batch) const;

private:
    std::shared_ptr<torch::jit::CompilationUnit> m_unit;
    std::vector<at::Tensor> m_owned;
};

} // namespace mutascope
