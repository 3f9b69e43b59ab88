// SPDX-License-Identifier: GPL-3.0-or-later
// trace: neuron values as a table, for other programs.
#include "app/cli/image_source.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/shell.h"
#include "core/base/csv_field.h"
#include "core/base/error.h"
#include "core/model/model_failure.h"
#include "core/run/exporter_files.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string project;
    std::string split = "test";
    std::string layers;
    std::string out;
    std::int64_t limit = 0;
    int threads = 0;
    bool json = false;
    bool quiet = false;
};

std::string headerOf(const Trace &trace)
{
    std::string line = "image,label,predicted";
    for (const LayerSlice &layer : trace.layers)
        for (int neuron = 0; neuron < layer.count; ++neuron)
            line += "," + csvField(fmt::format("{}:{}", layer.name, neuron));
    return line + "\n";
}

std::string rowOf(const Trace &trace, std::size_t row, std::size_t image, int label)
{
    std::string line = fmt::format("{},{},{}", image, label, trace.predictions.predicted(row));
    for (const float value : trace.row(row))
        fmt::format_to(std::back_inserter(line), ",{:.9g}", value); // reads back as the same float
    return line + "\n";
}

struct TraceResult {
    std::size_t images = 0;
    int neurons = 0;
    std::vector<std::string> layers;
};

TraceResult writeTrace(const Options &options, Shell &shell, OutputFile &file)
{
    StatusLine status(options.quiet ? Verbosity::Quiet : Verbosity::Normal);
    const Project project = projectAt(options.project);
    const std::unique_ptr<Dataset> data = splitOf(project, options.split);
    const std::unique_ptr<Model> model = project.openModel();
    if (options.threads > 0)
        setModelThreads(options.threads);
    const LayerSet layers
        = selectLayers(model->layers(), options.layers.empty() ? project.defaultLayers : options.layers);
    const ImageSource source = sourceOf(*data, options.limit);
    TraceResult result;
    forgetFailures(*model);
    forEachBatch(source, "tracing", shell.control, status, [&](std::size_t first, const ImageBatch &batch) {
        const Trace trace = model->trace(batch, layers);
        if (first == 0)
            file.write(headerOf(trace));
        for (std::size_t row = 0; row < trace.count(); ++row)
            file.write(rowOf(trace, row, first + row, data->label(first + row)));
        result.neurons = trace.neurons;
    });
    if (const FailedImages failed = failuresOf(*model); failed.count() > 0)
        printMessage("warning: " + failed.text() + "; their values are nan");
    result.images = source.count;
    for (const int layer : layers)
        result.layers.push_back(model->layers().at(std::size_t(layer)).name);
    return result;
}

TraceResult writeWholeFile(const Options &options, Shell &shell)
{
    checkOutputFile(options.out);
    OutputFile file(options.out);
    try {
        const TraceResult result = writeTrace(options, shell, file);
        file.close();
        return result;
    } catch (...) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(options.out, ignored)) // half a table looks like a whole one
            std::filesystem::remove(options.out, ignored);
        throw;
    }
}

int trace(const Options &options, Shell &shell)
{
    const TraceResult result = writeWholeFile(options, shell);
    if (options.json)
        printJson({{"file", options.out},
                   {"images", result.images},
                   {"neurons", result.neurons},
                   {"layers", result.layers}});
    else
        printText(fmt::format("{}: {} of {}\n", options.out, plural(std::int64_t(result.images), "image"),
                              plural(result.neurons, "neuron")));
    return exitDone;
}

} // namespace

void addTrace(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "trace", "Write predictions and neuron values as CSV");
    addText(*command, "PROJECT", options->project, "Folder of the project")->required();
    addText(*command, "--out", options->out, "File to write")->required()->type_name("FILE.csv");
    addText(*command, "--split", options->split, "Images of the data set: test (default) or train");
    addText(*command, "--layers", options->layers,
            "Layers: names, kinds, 'default' or 'all', separated by commas (default: the project's)");
    addCount(
        *command, "--limit", 1, [options](std::int64_t n) { options->limit = n; }, "Only the first N images");
    addThreads(*command, options->threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return trace(*options, shell); }; });
}

} // namespace mutascope::cli
