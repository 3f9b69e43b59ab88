// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/model/torch/onnx_snippet.h"

namespace mutascope {

// Turns an ONNX graph into a module, node by node, each executed at once for three numbers of images: that
// the file describes, one more, two more.
class OnnxBuilder {
public:
    OnnxBuilder(OnnxGraph graph, const std::optional<ImageShape> &input);
    torch::jit::Module build();

private:
    void checkOperators() const;
    void addConstants();
    void addInput(const std::optional<ImageShape> &shape);
    void countUses();
    void addNode(std::size_t index);
    bool isAlias(const OnnxNode &node) const;
    OnnxValue::Kind kindOf(const OnnxNode &node) const;
    OnnxCode translated(std::size_t index) const;
    void computeNow(std::size_t index, const OnnxCode &code, OnnxValue::Kind kind);
    void emit(std::size_t index, const OnnxCode &code);
    std::vector<std::string> pathOf(std::size_t index, const OnnxCode &code) const;
    void giveVariable(const std::string &name);
    std::vector<at::Tensor> argumentsOf(std::size_t index, const OnnxCode &code, std::size_t probe) const;
    void setOutputs(std::size_t index, std::size_t probe, std::vector<at::Tensor> tensors,
                    OnnxValue::Kind kind);
    void noteMergedImages(std::size_t index);
    void release(std::size_t index);
    std::string output();
    void checkRows(const OnnxValue &output) const;

    OnnxGraph m_graph;
    std::int64_t m_images = 1; // of the first probe
    std::map<std::string, OnnxValue> m_values;
    std::map<std::string, std::size_t> m_producers;
    std::map<std::string, std::size_t> m_uses; // still to come
    OnnxModuleTree m_tree;
    std::string m_forward;
};

} // namespace mutascope
