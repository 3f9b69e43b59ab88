// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/program_engine.h"
#include "core/base/error.h"
#include "core/engines/process/tensor_message.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

using Cause = InferenceFailure::Cause;

const std::string sanitizerReport = "a sanitizer ended the engine's process: ";

std::string wordOf(const Message &answer, const char *key)
{
    const auto word = answer.header.find(key);
    return word != answer.header.end() && word->is_string() ? word->get<std::string>() : "";
}

InferenceFailure garbage(const std::string &what)
{
    return {Cause::Garbage, "the engine's program answered what is no answer: " + what, 0};
}

std::string lastLine(const std::string &text)
{
    const std::size_t end = text.find_last_not_of(" \n\r\t");
    if (end == std::string::npos)
        return {};
    const std::size_t begin = text.find_last_of('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1) + 1);
}

// The line that sums up a sanitizer's report, where there is one.
std::string sanitizerLine(const std::string &words)
{
    for (const char *mark : {"SUMMARY: ", "ERROR: AddressSanitizer", "runtime error: "}) {
        const std::size_t at = words.find(mark);
        if (at != std::string::npos && (*mark != 'S' || words.find("Sanitizer", at) != std::string::npos))
            return words.substr(at, words.find('\n', at) - at);
    }
    return {};
}

// What a program wrote in the place of its greeting.
std::string quoted(const Exchange &hello)
{
    if (hello.end != Exchange::End::Garbage)
        return {};
    std::string line = hello.words.substr(0, std::min<std::size_t>(hello.words.find('\n'), 80));
    std::ranges::replace_if(
        line, [](unsigned char letter) { return letter < 32 || letter > 126; }, '?');
    return " ('" + line + "')";
}

std::string diedText(const Exchange &exchange)
{
    if (const std::string line = sanitizerLine(exchange.words); !line.empty())
        return sanitizerReport + line;
    const std::string said = lastLine(exchange.words);
    const std::string how = exchange.signal != 0
        ? fmt::format("the engine's process crashed: {}", strsignal(exchange.signal))
        : fmt::format("the engine's process ended with exit code {}", exchange.exitCode);
    return said.empty() ? how : fmt::format("{} ({})", how, said);
}

// What is refused, does not exist, or threw; nothing where the status is none of these.
std::optional<EngineOutcome> failureIn(const Message &answer)
{
    const std::string status = wordOf(answer, "status");
    if (status == "unsupported")
        return NotSupported{wordOf(answer, "message")};
    if (status == "refused")
        return ConversionFailure{wordOf(answer, "message")};
    if (status == "exception")
        return InferenceFailure{Cause::Exception, wordOf(answer, "message"), 0};
    if (status == "memory")
        return InferenceFailure{Cause::OutOfMemory, wordOf(answer, "message"), 0};
    return std::nullopt;
}

EngineOutcome outputsIn(const Message &answer)
{
    try {
        EngineOutputs outputs{tensorsIn(answer, "outputs"), 0};
        outputs.seconds = answer.header.value("seconds", 0.0);
        return outputs;
    } catch (const std::exception &error) {
        return garbage(error.what());
    }
}

} // namespace

bool isSanitizerReport(const InferenceFailure &failure)
{
    return failure.cause == Cause::Crash && failure.message.starts_with(sanitizerReport);
}

InferenceFailure failureOf(const Exchange &exchange, double seconds)
{
    switch (exchange.end) {
    case Exchange::End::Hung:
        return {Cause::Hang, fmt::format("no answer within {:g} seconds", seconds), 0};
    case Exchange::End::Garbage:
        return garbage(fmt::format("it begins with {} bytes that are no frame", exchange.words.size()));
    case Exchange::End::Died:
    case Exchange::End::Answered:
        break;
    }
    if (exchange.signal == SIGKILL)
        return {Cause::OutOfMemory, "the system ended the engine's process, probably for lack of memory",
                exchange.signal};
    return {Cause::Crash, diedText(exchange), exchange.signal};
}

// Belongs to its engine, which must outlive it.
class ProgramModel : public PreparedModel {
public:
    ProgramModel(ProgramEngine &engine, std::string model, int life)
        : m_engine(engine), m_model(std::move(model)), m_life(life)
    {
    }
    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        return m_engine.run(m_model, m_life, inputs);
    }

private:
    ProgramEngine &m_engine;
    std::string m_model;
    int m_life; // of the program that has it
};

ProgramEngine::ProgramEngine(ProgramSpec spec, const ProgramLimits &limits)
    : m_spec(std::move(spec)), m_limits(limits), m_program(m_spec.command, limits.memoryBytes)
{
    greet();
}

void ProgramEngine::greet()
{
    const auto refuse = [this](const std::string &why) {
        throw Error(ErrorCode::NotFound, fmt::format("the engine '{}' cannot be used: {}", m_spec.id, why),
                    m_spec.hint);
    };
    try {
        m_program.start();
    } catch (const Error &error) {
        refuse(error.what());
    }
    const Exchange hello
        = m_program.exchange({{{"command", "hello"}, {"protocol", protocolVersion}}, {}}, secondsToStart);
    if (hello.end != Exchange::End::Answered)
        refuse(failureOf(hello, secondsToStart).message + quoted(hello));
    if (wordOf(hello.answer, "status") != "ok")
        refuse(wordOf(hello.answer, "message").empty() ? "it does not greet as the protocol says"
                                                       : wordOf(hello.answer, "message"));
    m_id = {m_spec.id, wordOf(hello.answer, "version"), wordOf(hello.answer, "settings")};
}

Exchange ProgramEngine::exchange(const Message &message)
{
    try {
        if (!m_program.running())
            greet();
    } catch (const Error &error) { // it worked when this was made
        Exchange failed;
        failed.end = Exchange::End::Died;
        failed.words = error.what();
        return failed;
    }
    return m_program.exchange(message, m_limits.seconds);
}

std::optional<EngineOutcome> ProgramEngine::load(const std::string &model)
{
    m_program.forgetWords();
    const Exchange taken = exchange({{{"command", "prepare"}, {"memory_fill", m_memoryFill}}, model});
    if (taken.end != Exchange::End::Answered)
        return failureOf(taken, m_limits.seconds);
    if (wordOf(taken.answer, "status") == "ok")
        return std::nullopt;
    const auto failure = failureIn(taken.answer);
    return failure ? *failure : garbage("its status is none of the protocol's");
}

Preparation ProgramEngine::prepare(const std::string &model)
{
    if (auto failure = load(model)) {
        // Whatever it threw, it did not take the model.
        if (const auto *thrown = std::get_if<InferenceFailure>(&*failure);
            thrown && thrown->cause == Cause::Exception)
            failure = ConversionFailure{thrown->message};
        return {nullptr, *failure};
    }
    return {std::make_unique<ProgramModel>(*this, model, m_program.lives()), ConversionFailure{}};
}

EngineOutcome ProgramEngine::run(const std::string &model, int life, const std::vector<NamedTensor> &inputs)
{
    if (!m_program.running() || m_program.lives() != life)
        if (const auto failure = load(model))
            return *failure;
    Message message;
    message.header["command"] = "run";
    putTensors(message, "inputs", inputs);
    const Exchange ran = exchange(message);
    if (ran.end != Exchange::End::Answered)
        return failureOf(ran, m_limits.seconds);
    if (wordOf(ran.answer, "status") == "ok")
        return outputsIn(ran.answer);
    const auto failure = failureIn(ran.answer);
    return failure ? *failure : garbage("its status is none of the protocol's");
}

} // namespace mutascope::engines
