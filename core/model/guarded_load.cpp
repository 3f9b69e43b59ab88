// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/guarded_load.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/program.h"
#include "core/data/file_kind.h"
#include "core/model/guarded_load_process.h"
#include "core/model/guarded_load_report.h"
#include "core/model/model_failure.h"
#include "core/model/onnx/onnx.h"
#include "core/model/version.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <optional>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

fs::path rememberedFolder()
{
    const fs::path cache = userCacheFolder();
    return cache.empty() ? cache : cache / "models";
}

// Some is left for everything else. 0 where the system does not say.
std::uint64_t memoryToUse()
{
    std::ifstream stream("/proc/meminfo");
    std::string name, unit;
    for (std::uint64_t kibibytes = 0; stream >> name >> kibibytes; std::getline(stream, unit))
        if (name == "MemAvailable:")
            return kibibytes * 1024 / 10 * 9;
    return 0;
}

// What the outcome depends on, and what can change it.
std::string keyOf(const std::string &modelSha256, const ModelSpec &spec,
                  const std::vector<ImageShape> &inputs)
{
    std::string text = fmt::format("{} {} {} {} {} {}", MUTASCOPE_VERSION, torchVersion(), modelSha256,
                                   spec.output, spec.classes, spec.blackBox);
    for (const ImageShape &shape : inputs)
        text += " " + shape.text();
    return sha256(text);
}

std::optional<ProbeReport> remembered(const fs::path &folder, const std::string &key)
{
    if (folder.empty())
        return {};
    const std::optional<std::string> answer = readCached(folder / key);
    if (!answer)
        return {};
    try {
        return reportOf(*answer);
    } catch (const Error &) {
        return {}; // damaged: probed again
    }
}

void remember(const fs::path &folder, const std::string &key, const std::string &answer)
{
    if (!folder.empty())
        writeCached(folder / key, answer);
}

[[noreturn]] void throwBad(const fs::path &file, const std::string &what, const std::string &hint)
{
    throw Error(ErrorCode::BadModel, fmt::format("the model {} {}", file.string(), what), hint);
}

[[noreturn]] void throwSignal(const fs::path &file, int signal)
{
    if (signal == SIGKILL)
        throwBad(file, "was ended by the system while it was tried, probably for lack of memory",
                 "Close other programs, or use a smaller model");
    throwBad(file, fmt::format("makes the library that loads it crash ({})", strsignal(signal)),
             "Export it again, with another version of the exporter; the file may be damaged or malicious");
}

std::string gibibytes(std::uint64_t bytes)
{
    return fmt::format("{:.1f} GiB", double(bytes) / double(1U << 30));
}

// A model that is only slow needs little memory; one whose memory grows until then would fill it.
[[noreturn]] void throwTooLong(const fs::path &file, const ChildOutcome &outcome, const ProbeSetup &setup)
{
    constexpr std::uint64_t much = std::uint64_t{2} << 30;
    const std::string what = fmt::format("was not ready after {:.0f} seconds", setup.seconds);
    if (outcome.bytes >= much || (setup.bytes > 0 && outcome.bytes > setup.bytes / 2))
        throw OutOfMemory(fmt::format("the model {} {}, by when it had filled {} of memory", file.string(),
                                      what, gibibytes(outcome.bytes)));
    throwBad(file, what, "It may run forever; try a smaller model, or export it again");
}

// The answer, unless the program did not live to give one.
const std::string &answerOf(const fs::path &file, const ChildOutcome &outcome, const ProbeSetup &setup)
{
    using End = ChildOutcome::End;
    switch (outcome.end) {
    case End::Signalled:
        throwSignal(file, outcome.code);
    case End::TooLong:
        throwTooLong(file, outcome, setup);
    case End::TooMuchMemory:
        throw OutOfMemory(
            fmt::format("the model {} needs more than {} of memory", file.string(), gibibytes(setup.bytes)));
    case End::TooMuchOutput:
    case End::Exited:
        break;
    }
    if (outcome.end == End::TooMuchOutput || outcome.code != 0)
        throwBad(file, fmt::format("ends the program that tries it (exit code {})", outcome.code),
                 "Export it again; the file may be damaged or malicious");
    return outcome.output;
}

std::string run(const fs::path &file, const ProbeRequest &request, const ProbeSetup &setup)
{
    std::error_code ignored;
    if (!fs::exists(setup.program, ignored))
        throw Error(ErrorCode::NotFound,
                    fmt::format("there is no program '{}', which tries models before they are used",
                                setup.program.string()),
                    "Install Mutascope again, or set MUTASCOPE_PROBE to the program");
    const ChildOutcome outcome = runChild({setup.program.string(), fs::absolute(file).string(),
                                           requestText(request), std::to_string(setup.bytes)},
                                          {setup.seconds, setup.bytes});
    return answerOf(file, outcome, setup);
}

ProbeReport understood(const fs::path &file, const std::string &answer)
{
    try {
        return reportOf(answer);
    } catch (const Error &error) {
        if (error.code() != ErrorCode::BadData)
            throw;
        throwBad(file, "ends the program that tries it before it can answer",
                 "Export it again; the file may be damaged or malicious");
    }
}

std::string head(const fs::path &file)
{
    std::array<char, 8> bytes{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(bytes.data(), bytes.size());
    return {bytes.data(), std::size_t(stream.gcount())};
}

// Whether loadTorchScript() has words for it: archives, pickles, empty files.
bool isTorchKind(const std::string &begin)
{
    return begin.empty() || begin.starts_with("PK") || begin[0] == '\x80';
}

std::span<const std::uint8_t> asBytes(const std::string &text)
{
    return {reinterpret_cast<const std::uint8_t *>(text.data()), std::min<std::size_t>(text.size(), 4)};
}

[[noreturn]] void throwNoModel(const fs::path &file, const std::string &begin)
{
    const std::string kind = fileKind(asBytes(begin));
    throwBad(file, fmt::format("is none: the file is {}", kind),
             kind == "an HDF5 file" ? "Export a Keras model to ONNX first, for example with tf2onnx"
                                    : "Models are TorchScript files (.pt) and ONNX files (.onnx)");
}

} // namespace

ProbeSetup defaultProbeSetup()
{
    return {ownProgram("MUTASCOPE_PROBE", "mutascope-probe"), rememberedFolder(), 120, memoryToUse()};
}

void requireModelFile(const fs::path &file, const std::string &hint)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (!fs::exists(status))
        throw Error(ErrorCode::NotFound, fmt::format("the model file '{}' does not exist", file.string()),
                    hint);
    if (!fs::is_regular_file(status))
        throw Error(ErrorCode::BadModel,
                    fmt::format("'{}' is no model file but a {}", file.string(),
                                fs::is_directory(status) ? "folder" : "device or a pipe"),
                    hint);
}

ProbeReport probeInChild(const fs::path &file, const ProbeRequest &request, const ProbeSetup &setup)
{
    requireModelFile(file, "Models are TorchScript files (.pt) and ONNX files (.onnx)");
    const std::string content = request.spec.sha256.empty() ? sha256OfFile(file) : request.spec.sha256;
    const auto inputs = request.inputs.empty() ? std::vector<ImageShape>{request.spec.input} : request.inputs;
    const auto key
        = [&](const std::vector<ImageShape> &shapes) { return keyOf(content, request.spec, shapes); };
    if (const auto known = remembered(setup.remembered, key(inputs)))
        return *known;
    const std::string answer = run(file, request, setup);
    const ProbeReport report = understood(file, answer);
    remember(setup.remembered, key(inputs), answer);
    if (inputs.size() > 1) // so that loading it with what was found is known as well
        remember(setup.remembered, key({report.input}), answer);
    return report;
}

bool isOnnxFile(const fs::path &file)
{
    const std::string begin = head(file);
    const bool named = file.extension() == ".onnx" && (begin.empty() || !isTorchKind(begin));
    // Field 1, the version of the format, then field 2 (producer) or another one of the message.
    const auto field = [&](std::size_t i) { return begin.size() > i ? unsigned(begin[i]) >> 3 : 0U; };
    return named || (begin.size() >= 3 && begin[0] == '\x08' && begin[1] > 0 && field(2) <= 20);
}

std::unique_ptr<Model> loadProbedFile(const fs::path &file, ModelSpec spec)
{
    std::error_code ignored;
    const bool onnx = isOnnxFile(file);
    if (spec.blackBox && !onnx && fs::exists(file, ignored))
        throw Error(ErrorCode::Unsupported, "only ONNX models can be used as a black box",
                    "Load the model without that option");
    if (onnx)
        return spec.blackBox ? loadOnnxBlackBox(file, std::move(spec)) : loadOnnx(file, std::move(spec));
    if (const std::string begin = head(file); !isTorchKind(begin))
        throwNoModel(file, begin);
    return loadTorchScript(file, std::move(spec));
}

std::unique_ptr<Model> loadModelFile(const fs::path &file, ModelSpec spec)
{
    requireModelFile(file, "Check the path");
    if (spec.sha256.empty())
        spec.sha256 = sha256OfFile(file);
    probeInChild(file, {spec});
    return loadProbedFile(file, std::move(spec));
}

} // namespace mutascope
