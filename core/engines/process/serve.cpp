// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/serve.h"
#include "core/base/error.h"
#include "core/engines/process/tensor_message.h"

namespace mutascope::engines {

namespace {

Message answer(const char *status, const std::string &message)
{
    return {{{"status", status}, {"message", message}}, {}};
}

struct OutcomeAnswer {
    Message operator()(const ConversionFailure &failure) const { return answer("refused", failure.message); }
    Message operator()(const NotSupported &failure) const { return answer("unsupported", failure.message); }
    Message operator()(const InferenceFailure &failure) const
    {
        const bool memory = failure.cause == InferenceFailure::Cause::OutOfMemory;
        return answer(memory ? "memory" : "exception", failure.message);
    }
    Message operator()(const EngineOutputs &outputs) const
    {
        Message message{{{"status", "ok"}, {"seconds", outputs.seconds}}, {}};
        putTensors(message, "outputs", outputs.tensors);
        return message;
    }
};

class Service {
public:
    explicit Service(std::shared_ptr<Engine> engine) : m_engine(std::move(engine)) { }

    Message handle(const Message &message)
    {
        const std::string command = message.header.value("command", "");
        if (command == "hello")
            return greeting();
        if (command == "prepare")
            return prepare(message.bytes);
        if (command == "run")
            return run(message);
        return answer("exception", "an unknown command");
    }

private:
    Message greeting() const
    {
        const EngineId id = m_engine->id();
        return {{{"status", "ok"}, {"id", id.id}, {"version", id.version}, {"settings", id.settings}}, {}};
    }

    Message prepare(const std::string &model)
    {
        m_model.reset();
        Preparation preparation = m_engine->prepare(model);
        m_model = std::move(preparation.model);
        return m_model ? Message{{{"status", "ok"}}, {}} : std::visit(OutcomeAnswer{}, preparation.failure);
    }

    Message run(const Message &message)
    {
        if (!m_model)
            return answer("exception", "there is no model to run");
        return std::visit(OutcomeAnswer{}, m_model->run(tensorsIn(message, "inputs")));
    }

    std::shared_ptr<Engine> m_engine;
    std::unique_ptr<PreparedModel> m_model;
};

} // namespace

Message answered(const Handler &handler, const Message &message)
{
    try {
        return handler(message);
    } catch (const std::bad_alloc &error) {
        return answer("memory", error.what());
    } catch (const std::exception &error) {
        return answer("exception", error.what());
    }
}

Handler serving(std::shared_ptr<Engine> engine)
{
    const auto service = std::make_shared<Service>(std::move(engine));
    return [service](const Message &message) { return service->handle(message); };
}

void serve(const Handler &handler, int input, int output)
{
    while (const std::optional<Message> message = readMessage(input))
        writeMessage(output, answered(handler, *message));
}

} // namespace mutascope::engines
