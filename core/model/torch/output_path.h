// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/ivalue.h>
#include <string>
#include <torch/csrc/jit/ir/ir.h>
#include <vector>

namespace mutascope {

// Where, in what a forward returns, the classifier's output stands: the returned tensor itself ("") or one
// inside tuples, lists and dictionaries, by position, field name or key, joined by dots ("logits", "1",
// "out.0").
class OutputPath {
public:
    OutputPath() = default;
    // wanted: the path; "": the first tensor that is a row of two or more numbers an image, where `returned`
    // came from `images` images. Throws Error{BadModel} that lists the paths there are.
    OutputPath(const c10::IValue &returned, std::size_t images, const std::string &wanted);

    const std::string &text() const { return m_text; }
    // Throws Error{BadModel} where it is not there.
    at::Tensor of(const c10::IValue &returned) const;
    // Nodes at the graph's end that pick it from its only output; null where the graph has several outputs.
    torch::jit::Value *of(torch::jit::Graph &graph) const;

private:
    std::string m_text;
    std::vector<c10::IValue> m_steps; // a position or a key each
};

} // namespace mutascope
