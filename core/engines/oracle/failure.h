// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

// What an engine did wrong with a model that is valid. The three stages are the paper's MCF, IF and DCF (Luo
// et al., ICSE 2021, section 3.4).
namespace mutascope::engines {

enum class FailureStage : std::uint8_t { Conversion, Inference, Comparison };
const char *nameOf(FailureStage stage); // "conversion" "inference" "comparison"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class Symptom : std::uint8_t {
    Refused, // a valid model was not taken
    Exception,
    Crash,
    Hang,
    OutOfMemory,
    Sanitizer, // the engine's process ended with a sanitizer's report
    Garbage, // the engine's program answered what is no answer
    Shape, // outputs are missing, or of another shape or type
    NotFinite, // NaN or infinity where the reference has none
    Difference, // beyond the tolerance
    NotDeterministic, // the same model and inputs, other outputs
};
#pragma GCC diagnostic pop
const char *nameOf(Symptom symptom); // "refused" ...

struct EngineFailure {
    std::string engine; // its id
    FailureStage stage = FailureStage::Conversion;
    Symptom symptom = Symptom::Refused;
    std::string message; // the engine's own words, or ours about a comparison
    int signal = 0; // of a crash
    // Of a comparison, the first node whose value differs when all values are outputs; of another stage, the
    // one the engine's message names. An index into the graph's nodes; -1: none (a difference that shows only
    // while the engine may fuse operators), or unknown.
    int node = -1;
    std::string operators; // that operator's name; "fusion:" and what leads to the output; or the one the
                           // engine's message names; "" where unknown
    double difference = 0; // largest, absolute; of a comparison

    // The same for failures that are one fault: engine, stage, symptom, and the message without what changes
    // from model to model (numbers, names of nodes, addresses, paths) or the operators.
    std::string signature() const;
};

} // namespace mutascope::engines
