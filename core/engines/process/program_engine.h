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
    double seconds = 10; // of its own time (own_time.h), for taking a model and for each run
    std::uint64_t memoryBytes = std::uint64_t(4) << 30;
};

// The greeting of a program, with its library to be loaded first, may take longer than other answers.
inline constexpr double secondsToStart = 60;

// Memory that an engine reads though nobody wrote it: M_PERTURB of mallopt(3), fresh memory holds the
// complement of the byte. With the usual one a float is 1.5e16, with the other -2.9e-16.
inline constexpr int usualMemoryFill = 165;
inline constexpr int otherMemoryFill = 90;

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
    // With what an engine of ours fills fresh memory from the next model on; plug-ins may pass over it.
    void setMemoryFill(int fill) { m_memoryFill = fill; }

private:
    friend class ProgramModel;
    void greet();
    // nothing: it took the model.
    std::optional<EngineOutcome> load(const std::string &model);
    // life: of the program that took the model; another one takes it again.
    EngineOutcome run(const std::string &model, int life, const std::vector<NamedTensor> &inputs);

    ProgramSpec m_spec;
    ProgramLimits m_limits;
    EngineProgram m_program;
    EngineId m_id;
    int m_memoryFill = usualMemoryFill;
};

// What an exchange that ended without an answer means.
InferenceFailure failureOf(const Exchange &exchange, double seconds);
// Whether the process left the report of a sanitizer.
bool isSanitizerReport(const InferenceFailure &failure);

} // namespace mutascope::engines
