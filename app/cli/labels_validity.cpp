// SPDX-License-Identifier: GPL-3.0-or-later
// labels validity: automated judgements of validity against those of people.
#include "app/cli/labels_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "core/base/cache.h"
#include "core/run/label_validity.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    AutomatedValidityOptions how;
    std::string cache;
    bool json = false;
    bool quiet = false;
};

std::string number(const std::optional<double> &value)
{
    return value ? fmt::format("{:.4g}", *value) : "-";
}

std::string text(const LabelValidityReport &report)
{
    Table table;
    table.add(
        {"AUTOMATED SCORE", "AUC", "THRESHOLD", "AGREES", "KAPPA", "AC1", "UNCALIBRATED", "AGREES THEN"});
    for (const LabelValidity &one : report.scores) {
        const ValidityCalibration &calibration = one.calibration;
        table.add({scoreName(one.score), number(calibration.auc), number(calibration.threshold),
                   number(calibration.calibrated.raw), number(calibration.calibrated.cohen),
                   number(calibration.calibrated.ac1), number(one.uncalibratedThreshold),
                   number(calibration.uncalibrated.raw)});
    }
    const ValidityCalibration &first = report.scores.front().calibration;
    return fmt::format("{}: {} valid, {} invalid to people. Judged by automated scores, thresholds chosen on "
                       "these labels; 'agrees' is cross-validated.\n",
                       plural(std::int64_t(report.labelled), "labelled test"), first.valid, first.invalid)
        + table.text();
}

int validity(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    AutomatedValidityOptions how = options.how;
    how.validator.folder = options.cache.empty() ? userCacheFolder() : std::filesystem::path(options.cache);
    StatusLine status(verbosityOf(options.quiet));
    const LabelValidityReport report = interruptible(shell.control, [&] {
        return labelValidity(*store, run, how, shell.control, [&](double share) {
            status.update(fmt::format("training the judge: {}", percent(share)));
        });
    });
    status.clear();
    if (report.stopped)
        throw Interrupted();
    if (options.json)
        printJson(toJson(report));
    else
        printText(text(report));
    return exitDone;
}

} // namespace

void addLabelsValidity(CLI::App &labels, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(labels, "validity",
                     "Calibrate automated judgements of validity on labels, and say how far they agree");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    addText(*command, "--cache", options->cache, "Folder of trained networks (default: the user's cache)")
        ->type_name("DIR");
    addCount(
        *command, "--epochs", 1,
        [options](std::int64_t n) { options->how.validator.epochs = int(std::min<std::int64_t>(n, 10'000)); },
        "Epochs of the auto-encoder (default: 10, convolutional 30)");
    addCount(
        *command, "--training-images", 1,
        [options](std::int64_t n) { options->how.validator.trainingImages = std::size_t(n); },
        "Images it is trained with at most (default: all)");
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return validity(*options, shell); }; });
}

} // namespace mutascope::cli
