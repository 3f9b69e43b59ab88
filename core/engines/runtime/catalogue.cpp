// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/catalogue.h"
#include "core/base/error.h"
#include "core/base/program.h"
#include "core/engines/runtime/planted.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace mutascope::engines {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

ProgramSpec builtIn(const std::string &id)
{
    return {id,
            {ownProgram("MUTASCOPE_ENGINE", "mutascope-engine"), id},
            id == "onnxruntime"
                ? "Set MUTASCOPE_ONNXRUNTIME to the file libonnxruntime.so of version 1.14 or later"
                : "Install Mutascope again, or set MUTASCOPE_ENGINE to its program mutascope-engine"};
}

CatalogueEntry entry(const std::string &id, const std::string &summary)
{
    return {id, summary, builtIn(id)};
}

bool showsPlanted()
{
    const char *given = std::getenv("MUTASCOPE_PLANTED_ENGINES");
    return given && *given;
}

[[noreturn]] void throwBadFile(const fs::path &file, const std::string &why)
{
    throw Error(ErrorCode::BadData,
                fmt::format("the list of engines {} cannot be used: {}", file.string(), why),
                "It is JSON: {\"engines\": [{\"id\": \"mine\", \"command\": [\"/path/to/program\"]}]}");
}

json readJson(const fs::path &file)
{
    std::ifstream stream(file);
    if (!stream)
        throw Error(ErrorCode::NotFound, fmt::format("there is no list of engines {}", file.string()),
                    "Check the path");
    json object = json::parse(stream, nullptr, false);
    if (object.is_discarded())
        throwBadFile(file, "it is no JSON");
    return object;
}

// Relative to the file where it says so; a bare name is looked for as the shell does.
std::string programPath(const fs::path &file, const std::string &program)
{
    const fs::path path(program);
    if (path.is_absolute() || !path.has_parent_path())
        return program;
    return fs::absolute(file).parent_path() / path;
}

CatalogueEntry entryFrom(const fs::path &file, const json &described)
{
    const std::string id = described.at("id").get<std::string>();
    std::vector<std::string> command = described.at("command").get<std::vector<std::string>>();
    if (id.empty() || command.empty())
        throwBadFile(file, "an engine has no id or no command");
    command[0] = programPath(file, command[0]);
    return {id,
            described.value("summary", ""),
            {id, command, "Check its command in " + file.string() + ", and that it speaks the protocol"}};
}

void addFrom(const fs::path &file, std::vector<CatalogueEntry> &all)
{
    const json list = readJson(file);
    try {
        for (const json &described : list.at("engines")) {
            CatalogueEntry one = entryFrom(file, described);
            if (std::ranges::find(all, one.id, &CatalogueEntry::id) != all.end())
                throw Error(ErrorCode::Usage, fmt::format("there are two engines '{}'", one.id),
                            "Give the one in " + file.string() + " another id");
            all.push_back(std::move(one));
        }
    } catch (const json::exception &) {
        throwBadFile(file, "something is missing or of another kind");
    }
}

} // namespace

std::vector<CatalogueEntry> builtInEngines()
{
    std::vector<CatalogueEntry> all
        = {entry("torch", "LibTorch, eager, float32"),
           entry("torchscript", "LibTorch, traced, frozen, optimize_for_inference, fusion"),
           entry("torchscript-frozen", "LibTorch, traced and frozen"),
           entry("opencv", "OpenCV DNN reading ONNX"),
           entry("opencv-nofusion", "OpenCV DNN without layer fusion"),
           entry("onednn", "oneDNN primitives, LibTorch for the operators it lacks"),
           entry("onnxruntime", "ONNX Runtime, where its library is installed (MUTASCOPE_ONNXRUNTIME)")};
    if (showsPlanted())
        for (const PlantedFault &fault : plantedFaults())
            all.push_back(entry(fault.id, "for tests: " + fault.summary));
    return all;
}

std::vector<CatalogueEntry> allEngines(const std::string &extraEngines)
{
    std::vector<CatalogueEntry> all = builtInEngines();
    if (!extraEngines.empty())
        addFrom(extraEngines, all);
    return all;
}

const CatalogueEntry &engineNamed(const std::string &id, const std::vector<CatalogueEntry> &all)
{
    const auto found = std::ranges::find(all, id, &CatalogueEntry::id);
    if (found != all.end())
        return *found;
    std::vector<std::string> names;
    for (const CatalogueEntry &one : all)
        names.push_back(one.id);
    throwUnknownName("engine", id, names);
}

ProgramSpec referenceProgram()
{
    return builtIn("reference");
}

} // namespace mutascope::engines
