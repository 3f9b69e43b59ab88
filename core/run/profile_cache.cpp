// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/profile_cache.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/batch.h"
#include "core/model/version.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr int formatVersion = 1; // of the criteria's saved states

std::string keyOf(const ProfileTask &task)
{
    std::string layers;
    for (const int layer : task.layers)
        layers += task.model.layers().at(std::size_t(layer)).name + ";";
    const ModelSpec &spec = task.model.spec();
    std::string conversion = fmt::format("{} {} {}", spec.scale, spec.channelOrder, spec.input.text());
    for (const float value : spec.mean)
        conversion += fmt::format(" m{}", value);
    for (const float value : spec.std)
        conversion += fmt::format(" s{}", value);
    return sha256(fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", formatVersion, modelArithmetic(), spec.sha256,
                              conversion, task.data.spec().sha256, layers, task.criterion, task.limit,
                              task.batch, task.threads));
}

bool loadFrom(const fs::path &file, Criterion &criterion)
{
    const std::optional<std::string> bytes = readCached(file);
    if (!bytes)
        return false;
    try {
        criterion.load(*bytes);
        return true;
    } catch (const Error &) {
        return false; // of another version or damaged: fitted anew and written over
    }
}

ProfileResult stream(Criterion &criterion, const ProfileTask &task, const RunControl &control,
                     const std::function<void(double)> &onProgress)
{
    const std::size_t size = task.data.size();
    const std::size_t total = task.limit == 0 ? size : std::min(task.limit, size);
    ProfileResult result;
    while (result.images < total && !result.stopped) {
        const std::size_t end = std::min(result.images + task.batch, total);
        criterion.fit(task.model.trace(batchOf(task.data, result.images, end), task.layers));
        result.images = end;
        result.stopped = control.stopRequested();
        onProgress(double(end) / double(total));
    }
    return result;
}

} // namespace

ProfileResult fitCriterion(Criterion &criterion, const ProfileTask &task, const fs::path &folder,
                           const RunControl &control, const std::function<void(double)> &onProgress)
{
    const fs::path file = folder.empty() ? fs::path() : folder / ("profile-" + keyOf(task) + ".bin");
    if (!file.empty() && loadFrom(file, criterion))
        return {0, true, false};
    const ProfileResult result = stream(criterion, task, control, onProgress);
    if (!file.empty() && !result.stopped)
        writeCached(file, criterion.save());
    return result;
}

} // namespace mutascope
