// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"
#include "core/engines/process/frame.h"

// What is right, and how far another correct engine may be from it. The reference computes a graph (not the
// ONNX file made from it) in float64, then again, several times, as engines of less precision might: in
// float32, and in float64 with every result that float32 cannot hold moved by about an ulp, all up, all down,
// at random. The spread of an element is how far these runs are from the first. Where they decide a
// discontinuity otherwise (Floor at a whole number, ArgMax of two that nearly tie), the spread is the whole
// difference, so such an element is not compared, here and in all that depends on it.
namespace mutascope::engines {

struct ReferenceValue {
    ValueRef value;
    TensorType type;
    // It or something it depends on is not finite, or a cast left its type's range.
    bool undefined = false;
    std::vector<double> numbers;
    std::vector<double> spread; // infinity where a run is not finite there
};

inline constexpr int thoroughSamples = 24; // ReferenceRequest::samples before a difference is believed

struct ReferenceRequest {
    int opset = 13;
    int samples = 4; // runs in float64 with moved results
    std::uint64_t seed = 1; // of the moves
    bool allValues = false; // else the outputs of the graph
};

// The message to the reference's process, and its answer. referenceIn throws Error{BadData}.
Message referenceMessage(const OperatorGraph &graph, const ReferenceRequest &request);
std::vector<ReferenceValue> referenceIn(const Message &answer);
// That process's side of it. Throws what LibTorch throws.
Message answerReference(const Message &message);

} // namespace mutascope::engines
