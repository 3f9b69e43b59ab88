// SPDX-License-Identifier: GPL-3.0-or-later
// coverage: what images cover of a project's model.
#include "app/cli/image_source.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/coverage/criterion.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string project;
    std::string criterion;
    std::string layers;
    std::string split = "test";
    std::string inputs;
    std::int64_t limit = 0;
    std::int64_t profileLimit = 0;
    int threads = 0;
    bool json = false;
    bool quiet = false;
};

class Measurement {
public:
    Measurement(const Options &options, Shell &shell)
        : m_options(options), m_control(shell.control),
          m_status(options.quiet ? Verbosity::Quiet : Verbosity::Normal),
          m_project(projectAt(options.project)),
          m_choice(
              parseCriterion(options.criterion.empty() ? m_project.defaultCriterion : options.criterion)),
          m_model(m_project.openModel()),
          m_layers(selectLayers(m_model->layers(),
                                options.layers.empty() ? m_project.defaultLayers : options.layers))
    {
        if (options.threads > 0)
            setModelThreads(options.threads);
    }

    nlohmann::json execute()
    {
        const auto start = std::chrono::steady_clock::now();
        const std::unique_ptr<Dataset> data = splitOf(m_project, m_options.split);
        const ImageSource source = m_options.inputs.empty()
            ? sourceOf(*data, m_options.limit)
            : sourceOf(m_options.inputs, m_model->spec().input, m_options.limit);
        createCriterion(source);
        fit();
        forEachBatch(source, "measuring", m_control, m_status, [&](std::size_t, const ImageBatch &batch) {
            m_criterion->commit(TraceRows::all(m_model->trace(batch, m_layers)));
        });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        return result(source.count, seconds.count());
    }

private:
    // The slices of a trace are the model's to tell, so the first image is traced for them.
    void createCriterion(const ImageSource &source)
    {
        if (source.count == 0)
            throw Error(ErrorCode::BadData, "there are no images to measure");
        ImageBatch first(source.shape);
        first.append(source.image(0));
        const Trace trace = m_model->trace(first, m_layers);
        m_neurons = trace.neurons;
        m_criterion = m_choice.create(trace.layers);
    }

    void fit()
    {
        if (!m_choice.info->needsFit)
            return;
        const std::unique_ptr<Dataset> train = m_project.openData("train");
        const ImageSource source = sourceOf(*train, m_options.profileLimit);
        forEachBatch(source, "profiling", m_control, m_status, [&](std::size_t, const ImageBatch &batch) {
            m_criterion->fit(m_model->trace(batch, m_layers));
        });
        m_profileImages = source.count;
    }

    nlohmann::json result(std::size_t images, double seconds) const
    {
        nlohmann::json layers = nlohmann::json::array();
        for (const int layer : m_layers)
            layers.push_back(m_model->layers().at(std::size_t(layer)).name);
        nlohmann::json object = {{"criterion", m_choice.text()},
                                 {"value", m_criterion->value()},
                                 {"covered", nullptr},
                                 {"total", nullptr},
                                 {"images", images},
                                 {"profile_images", m_profileImages},
                                 {"inputs", m_options.inputs.empty() ? m_options.split : m_options.inputs},
                                 {"neurons", m_neurons},
                                 {"layers", layers},
                                 {"seconds", seconds}};
        if (const auto count = coverageCount(*m_criterion)) {
            object["covered"] = count->covered;
            object["total"] = count->total;
        }
        return object;
    }

    const Options &m_options;
    RunControl &m_control;
    StatusLine m_status;
    Project m_project;
    CriterionChoice m_choice;
    std::unique_ptr<Model> m_model;
    LayerSet m_layers;
    std::unique_ptr<Criterion> m_criterion;
    int m_neurons = 0;
    std::size_t m_profileImages = 0;
};

std::string textOf(const nlohmann::json &result)
{
    const auto criterion = result.at("criterion").get<std::string>();
    std::string value = coverageText(criterion, result.at("value").get<double>());
    if (!result.at("covered").is_null())
        value += fmt::format("  ({} of {})", grouped(result.at("covered").get<std::int64_t>()),
                             grouped(result.at("total").get<std::int64_t>()));
    Table table;
    table.add({criterion, value});
    table.add({"images",
               fmt::format("{} from {}", grouped(result.at("images").get<std::int64_t>()),
                           result.at("inputs").get<std::string>())});
    table.add({"neurons", grouped(result.at("neurons").get<std::int64_t>())});
    table.add({"layers", joined(result.at("layers").get<std::vector<std::string>>())});
    return table.text();
}

int measure(const Options &options, Shell &shell)
{
    const nlohmann::json result = Measurement(options, shell).execute();
    if (options.json)
        printJson(result);
    else
        printText(textOf(result));
    return exitDone;
}

} // namespace

void addCoverage(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "coverage", "Measure what images cover of a project's model");
    addText(*command, "PROJECT", options->project, "Folder of the project")->required();
    addText(*command, "--criterion", options->criterion,
            "Criterion, for example kmnc:1000 or nc:0.75 (default: the project's); see 'list criteria'");
    addText(*command, "--layers", options->layers,
            "Layers: names, kinds, 'default' or 'all', separated by commas (default: the project's)");
    addText(*command, "--split", options->split, "Images of the data set: test (default) or train");
    addText(*command, "--inputs", options->inputs,
            "Measure the PNG files in this folder and below, not the data set");
    addCount(
        *command, "--limit", 1, [options](std::int64_t n) { options->limit = n; },
        "Measure only the first N images");
    addCount(
        *command, "--profile-limit", 0, [options](std::int64_t n) { options->profileLimit = n; },
        "Fit the criterion on the first N training images (default and 0: all)");
    addThreads(*command, options->threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return measure(*options, shell); }; });
}

} // namespace mutascope::cli
