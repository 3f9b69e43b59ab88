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
#include "core/model/model_failure.h"
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace mutascope::cli {

namespace {

struct Options {
    std::string project;
    std::vector<std::string> criteria; // several share each traced forward
    std::string layers;
    std::string split = "test";
    std::string inputs;
    std::int64_t limit = 0;
    std::int64_t profileLimit = 0;
    int threads = 0;
    bool json = false;
    bool quiet = false;
};

// One of the criteria that are measured. What it cannot do is kept and ends nothing: the others share the
// forwards.
struct Measured {
    CriterionChoice choice;
    std::unique_ptr<Criterion> criterion = nullptr;
    std::optional<Error> failed = {};

    bool needsFit() const { return !failed && choice.info->needsFit; }
    void attempt(const std::function<void()> &work)
    {
        if (failed)
            return;
        try {
            work();
        } catch (const Error &error) {
            failed = error;
        }
    }
};

// Those that are asked for, once each; "all": every criterion there is; none: the project's.
std::vector<Measured> choicesOf(const Options &options, const Project &project)
{
    std::vector<std::string> names = options.criteria;
    if (names.empty())
        names = {project.defaultCriterion};
    if (names == std::vector<std::string>{"all"}) {
        names.clear();
        for (const CriterionInfo &info : criteria())
            names.push_back(info.id);
    }
    std::vector<Measured> choices;
    for (const std::string &name : names) {
        CriterionChoice choice = parseCriterion(name);
        const auto same = [&](const Measured &other) { return other.choice.text() == choice.text(); };
        if (std::ranges::none_of(choices, same))
            choices.push_back({std::move(choice)});
    }
    return choices;
}

nlohmann::json valueOf(const Measured &measured)
{
    nlohmann::json value = {
        {"criterion", measured.choice.text()}, {"value", nullptr}, {"covered", nullptr}, {"total", nullptr}};
    if (measured.failed) {
        value["missing"] = measured.failed->message();
        return value;
    }
    value["value"] = measured.criterion->value();
    if (const auto count = coverageCount(*measured.criterion)) {
        value["covered"] = count->covered;
        value["total"] = count->total;
    }
    return value;
}

std::vector<std::string> values(const std::map<std::size_t, std::string> &texts)
{
    std::vector<std::string> all;
    for (const auto &[index, text] : texts)
        all.push_back(text);
    return all;
}

class Measurement {
public:
    Measurement(const Options &options, Shell &shell)
        : m_options(options), m_control(shell.control),
          m_status(options.quiet ? Verbosity::Quiet : Verbosity::Normal),
          m_project(projectAt(options.project)), m_criteria(choicesOf(options, m_project)),
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
        createCriteria(source);
        fit();
        std::size_t images = 0;
        forgetFailures(*m_model);
        forEachBatch(source, "measuring", m_control, m_status, [&](std::size_t, const ImageBatch &batch) {
            images += batch.count();
            const Trace trace = m_model->trace(batch, m_layers);
            for (Measured &one : m_criteria)
                one.attempt([&] { one.criterion->commit(TraceRows::all(trace)); });
        });
        refuseNone();
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        nlohmann::json object = result(images, seconds.count());
        if (source.skipped && !source.skipped->empty())
            object["skipped"] = values(*source.skipped);
        if (const FailedImages failed = failuresOf(*m_model); failed.count() > 0)
            object["model_failures"] = failed.text();
        return object;
    }

private:
    // The slices of a trace are the model's to tell, so the first image is traced for them.
    void createCriteria(const ImageSource &source)
    {
        if (source.count == 0)
            throw Error(ErrorCode::BadData, "there are no images to measure");
        ImageBatch first(source.shape);
        for (std::size_t i = 0; i < source.count && first.empty(); ++i)
            if (const std::optional<Image> image = source.image(i))
                first.append(*image);
        if (first.empty())
            throw Error(ErrorCode::BadData, "no image can be used: " + source.skipped->begin()->second);
        const Trace trace = m_model->trace(first, m_layers);
        m_neurons = trace.neurons;
        for (Measured &one : m_criteria)
            one.attempt([&] { one.criterion = one.choice.create(trace.layers); });
        refuseNone();
    }

    void refuseNone() const
    {
        if (std::ranges::all_of(m_criteria, [](const Measured &one) { return one.failed.has_value(); }))
            throw *m_criteria.front().failed;
    }

    void fit()
    {
        if (std::ranges::none_of(m_criteria, &Measured::needsFit))
            return;
        const std::unique_ptr<Dataset> train = m_project.openData("train");
        const ImageSource source = sourceOf(*train, m_options.profileLimit);
        forEachBatch(source, "profiling", m_control, m_status, [&](std::size_t, const ImageBatch &batch) {
            const Trace trace = m_model->trace(batch, m_layers);
            for (Measured &one : m_criteria)
                if (one.needsFit())
                    one.attempt([&] { one.criterion->fit(trace); });
        });
        m_profileImages = source.count;
    }

    nlohmann::json result(std::size_t images, double seconds) const
    {
        nlohmann::json layers = nlohmann::json::array();
        for (const int layer : m_layers)
            layers.push_back(m_model->layers().at(std::size_t(layer)).name);
        nlohmann::json measured = nlohmann::json::array();
        for (const Measured &one : m_criteria)
            measured.push_back(valueOf(one));
        nlohmann::json object = {{"criteria", measured},
                                 {"images", images},
                                 {"profile_images", m_profileImages},
                                 {"inputs", m_options.inputs.empty() ? m_options.split : m_options.inputs},
                                 {"neurons", m_neurons},
                                 {"layers", layers},
                                 {"seconds", seconds}};
        if (measured.size() == 1)
            object.update(measured.front());
        return object;
    }

    const Options &m_options;
    RunControl &m_control;
    StatusLine m_status;
    Project m_project;
    std::vector<Measured> m_criteria;
    std::unique_ptr<Model> m_model;
    LayerSet m_layers;
    int m_neurons = 0;
    std::size_t m_profileImages = 0;
};

// The first few by name.
std::string skippedText(const std::vector<std::string> &skipped)
{
    constexpr std::size_t named = 3;
    std::string text = plural(std::int64_t(skipped.size()), "image") + ": ";
    text
        += joined({skipped.begin(), skipped.begin() + std::ptrdiff_t(std::min(named, skipped.size()))}, "; ");
    return skipped.size() > named ? text + fmt::format("; and {} more", skipped.size() - named) : text;
}

std::string textOf(const nlohmann::json &result)
{
    Table table;
    for (const nlohmann::json &one : result.at("criteria")) {
        const auto criterion = one.at("criterion").get<std::string>();
        if (one.at("value").is_null()) {
            table.add({criterion, "not measured: " + one.at("missing").get<std::string>()});
            continue;
        }
        std::string value = coverageText(criterion, one.at("value").get<double>());
        if (!one.at("covered").is_null())
            value += fmt::format("  ({} of {})", grouped(one.at("covered").get<std::int64_t>()),
                                 grouped(one.at("total").get<std::int64_t>()));
        table.add({criterion, value});
    }
    table.add({"images",
               fmt::format("{} from {}", grouped(result.at("images").get<std::int64_t>()),
                           result.at("inputs").get<std::string>())});
    if (result.contains("skipped"))
        table.add({"skipped", skippedText(result.at("skipped").get<std::vector<std::string>>())});
    if (result.contains("model_failures"))
        table.add({"warning", result.at("model_failures").get<std::string>() + "; they cover nothing"});
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
    const auto missing = [](const nlohmann::json &one) { return one.at("value").is_null(); };
    return std::ranges::any_of(result.at("criteria"), missing) ? exitFailed : exitDone;
}

} // namespace

void addCoverage(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "coverage", "Measure what images cover of a project's model");
    addText(*command, "PROJECT", options->project, "Folder of the project")->required();
    command
        ->add_option("--criterion", options->criteria,
                     "Criterion, for example kmnc:1000 or nc:0.75 (default: the project's), or 'all'; may be "
                     "given several times, all are measured in one pass; see 'list criteria'")
        ->type_name("NAME[:PARAMETERS]")
        ->allow_extra_args(false);
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
