// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/oracle/reference.h"
#include "core/engines/process/serve_anew.h"
#include "core/engines/runtime/catalogue.h"
#include "core/engines/runtime/onnxruntime_engine.h"
#include "core/engines/runtime/opencv_engine.h"
#include "core/engines/runtime/planted.h"
#include "core/engines/torch/torch_engines.h"
#include "core/model/model.h"
#include "core/model/version.h"
#include <malloc.h>
#include <map>

namespace mutascope::engines {

namespace {

using Make = std::unique_ptr<Engine> (*)();

const std::map<std::string, Make> &makers()
{
    static const std::map<std::string, Make> all
        = {{"torch", [] { return torchEager(); }},
           {"torchscript", [] { return torchScript(Optimisation::Full); }},
           {"torchscript-frozen", [] { return torchScript(Optimisation::Frozen); }},
           {"opencv", [] { return openCv(true); }},
           {"opencv-nofusion", [] { return openCv(false); }},
           {"onednn", [] { return oneDnn(); }},
           {"onnxruntime", [] { return onnxRuntime(); }}};
    return all;
}

std::shared_ptr<Engine> engineOf(const std::string &id)
{
    if (findPlanted(id))
        return torchEager(id);
    const auto found = makers().find(id);
    if (found != makers().end())
        return found->second();
    std::vector<std::string> names;
    for (const auto &[name, make] : makers())
        names.push_back(name);
    throwUnknownName("engine", id, names);
}

Message answerAsReference(const Message &message)
{
    if (message.header.value("command", "") != "hello")
        return answerReference(message);
    return {{{"status", "ok"}, {"id", "reference"}, {"version", torchVersion()}, {"settings", "float64"}},
            {}};
}

// So that the greeting says why there is no such engine.
Handler handlerOf(const std::string &id)
{
    try {
        return serving(engineOf(id));
    } catch (const Error &error) {
        if (error.code() != ErrorCode::NotFound)
            throw;
        const std::string why = error.what();
        return [why](const Message &) { return Message{{{"status", "refused"}, {"message", why}}, {}}; };
    }
}

} // namespace

// OpenCV 4.6's DNN module reads and writes memory that is not its own: what it answers, and whether and how
// it crashes, would depend on the models its process ran before, and a campaign that was resumed would
// differ from one that was not. Every other engine's such reads are left to be reported as not deterministic.
bool forksForEachModel(const std::string &id)
{
    return id.starts_with("opencv");
}

void serveBuiltIn(const std::string &id, int input, int output)
{
    constexpr int kPattern = 165; // of memory nobody wrote
    setModelThreads(1);
    const Handler handler = id == "reference" ? Handler(answerAsReference) : handlerOf(id);
    if (!forksForEachModel(id))
        return serve(handler, input, output);
    mallopt(M_PERTURB, kPattern);
    serveAnew(handler, input, output);
}

} // namespace mutascope::engines
