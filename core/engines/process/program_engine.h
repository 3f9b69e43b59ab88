// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/process/engine_program.h"

namespace mutascope::engines {

struct ProgramSpec {
    std::string id;
    std::vector<std::string> command;
    std::string hint; // what to do where it cannot be started
};

struct ProgramLimits {
    double seconds = 10; // for taking a model, and for each run
    std::uint64_t memoryBytes = std::uint64_t(4) << 30;
};

// The first answer of a program, with its library still to be loaded, may take longer than others.
inline constexpr double secondsToStart = 60;

// An engine in a program of its own, which is kept alive from one model to the next and started anew after it
// died, hung or wrote garbage. The outcome tells which; nothing else throws once it is made.
class ProgramEngine : public Engine {
public:
    // Starts the program. Throws Error{NotFound} where it is missing, dies at once or does not answer as the
    // protocol says, with what to do.
    ProgramEngine(ProgramSpec spec, const ProgramLimits &limits);

    EngineId id() const override { return m_id; }
    Preparation prepare(const std::string &model) override;

    // One message; starts the program where it does not run. Of an answer: its header says "status".
    Exchange exchange(const Message &message);
    int starts() const { return m_program.starts(); }

private:
    friend class ProgramModel;
    void greet();
    // nothing: it took the model.
    std::optional<EngineOutcome> load(const std::string &model);
    EngineOutcome run(const std::string &model, int started, const std::vector<NamedTensor> &inputs);

    ProgramSpec m_spec;
    ProgramLimits m_limits;
    EngineProgram m_program;
    EngineId m_id;
};

// What an exchange that ended without an answer means.
InferenceFailure failureOf(const Exchange &exchange, double seconds);
// Whether the process left the report of a sanitizer.
bool isSanitizerReport(const InferenceFailure &failure);

} // namespace mutascope::engines
