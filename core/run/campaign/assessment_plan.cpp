// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment_plan.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/metrics/metric.h"
#include "core/model/guarded_load.h"
#include "core/nets/lpips.h"
#include "core/run/campaign/assessment_presets.h"
#include "core/run/transfer.h"
#include "core/run/versions.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

bool hasParam(const std::vector<ParamSpec> &specs, const std::string &name)
{
    return std::ranges::any_of(specs, [&](const ParamSpec &spec) { return spec.name == name; });
}

bool takes(const GeneratorInfo &info, const std::string &name)
{
    return hasParam(info.params, name) || hasParam(runParams(), name);
}

// "" where the model will do.
std::string whyNot(const GeneratorInfo &info, const ModelSpec &model)
{
    if (!model.blackBox)
        return "";
    if (info.needs.gradients)
        return "it needs gradients, the model gives predictions only";
    return info.needs.taps ? "it needs the values of neurons, the model gives predictions only" : "";
}

class Planner {
public:
    explicit Planner(const AssessmentRequest &request)
        : m_request(request), m_project(openProject(request.project))
    {
    }

    AssessmentPlan execute()
    {
        checkRequest();
        const AssessmentPreset *preset
            = m_request.preset.empty() ? nullptr : &assessmentPreset(m_request.preset);
        chooseSearch(preset);
        const std::unique_ptr<Model> model = m_project.openModel();
        chooseGenerators(model->spec());
        if (preset)
            for (const std::string &setting : preset->settings)
                set(setting, true);
        for (const std::string &setting : m_request.settings)
            set(setting, false);
        describe(*model);
        m_plan.validator = m_request.validator;
        if (preset) {
            m_plan.validatorEpochs = preset->validatorEpochs;
            m_plan.validatorImages = preset->validatorImages;
        }
        chooseMeasuring();
        chooseAfter(*model);
        for (const PlannedGenerator &one : m_plan.generators)
            effectiveParams(m_plan.configOf(one.id, 1)); // throws on an illegal value
        return std::move(m_plan);
    }

private:
    void checkRequest() const
    {
        if (m_request.repeats < 1)
            throw Error(ErrorCode::Usage, "an assessment needs at least one repeat", "Five is usual");
    }

    void chooseSearch(const AssessmentPreset *preset)
    {
        m_plan.preset = m_request.preset;
        m_plan.repeats = m_request.repeats;
        m_plan.seed = m_request.seed;
        m_plan.budget = m_request.budget;
        if (!m_plan.budget.any() && preset)
            m_plan.budget.modelCalls = preset->calls;
        if (!m_plan.budget.any())
            throw Error(ErrorCode::Usage, "assess: no budget was given",
                        "Add --budget-calls N, which is the same for every generator, or --preset NAME");
        m_plan.layers = m_request.layers.empty() ? m_project.defaultLayers : m_request.layers;
        std::string criterion = m_request.criterion;
        if (criterion.empty() && preset)
            criterion = preset->criterion;
        if (criterion.empty())
            criterion = m_project.defaultCriterion;
        m_plan.criterion = criterion.empty() || criterion == "none" ? "" : parseCriterion(criterion).text();
    }

    void chooseGenerators(const ModelSpec &model)
    {
        std::vector<std::string> ids = m_request.generators;
        if (ids.empty())
            for (const GeneratorInfo &info : generators())
                ids.push_back(info.id);
        std::set<std::string> seen;
        for (const std::string &id : ids) {
            const GeneratorInfo &info = generatorInfo(id);
            if (!seen.insert(id).second)
                throw Error(ErrorCode::Usage, fmt::format("generator '{}' is named twice", id),
                            "Name each generator once");
            if (const std::string why = whyNot(info, model); why.empty())
                m_plan.generators.push_back({id, {}});
            else
                m_plan.leftOut.push_back({id, why});
        }
        if (m_plan.generators.empty())
            throw Error(ErrorCode::Usage,
                        fmt::format("no generator is left: {}: {}", m_plan.leftOut.front().id,
                                    m_plan.leftOut.front().why),
                        "Choose others with --generators, or import the model with access to its layers");
        if (model.blackBox && m_request.criterion.empty())
            m_plan.criterion.clear();
    }

    // A preset also speaks of generators that were not asked for.
    void set(const std::string &setting, bool fromPreset)
    {
        const std::size_t equals = setting.find('=');
        const std::size_t dot = setting.find('.');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, fmt::format("--set: '{}' is not GENERATOR.NAME=VALUE", setting),
                        "For example: --set advgan.epochs=4, or --set seeds-per-class=20 for all");
        const bool one = dot < equals;
        const std::string id = one ? setting.substr(0, dot) : "";
        const std::string name = setting.substr(one ? dot + 1 : 0, equals - (one ? dot + 1 : 0));
        bool used = fromPreset;
        if (one)
            generatorInfo(id); // throws on an unknown one
        for (PlannedGenerator &planned : m_plan.generators) {
            if (one ? planned.id != id : !takes(generatorInfo(planned.id), name))
                continue;
            planned.settings[name] = setting.substr(equals + 1);
            used = true;
        }
        if (!used)
            throw Error(ErrorCode::Usage,
                        fmt::format("--set: '{}' is a setting of no chosen generator", name),
                        "See: mutascope-cli list generators");
    }

    void describe(const Model &model)
    {
        m_plan.project = fs::absolute(m_project.folder).lexically_normal();
        m_plan.projectName = m_project.name;
        m_plan.modelSha256
            = model.spec().sha256.empty() ? sha256OfFile(m_project.modelFile()) : model.spec().sha256;
        m_plan.dataSha256
            = sha256(m_project.openData("test")->spec().sha256 + m_project.openData("train")->spec().sha256);
        m_plan.versions = versionsJson();
    }

    void chooseMeasuring()
    {
        for (const std::string &id : m_request.metrics)
            m_plan.metrics.push_back(metricInfo(id).id);
        if (m_plan.metrics.empty())
            for (const MetricInfo &info : metrics())
                m_plan.metrics.push_back(info.id);
        if (!m_request.features.empty() && m_request.features != "default") {
            m_plan.features = fs::absolute(m_request.features);
            m_plan.featuresSha256 = sha256OfFile(m_plan.features);
        }
        if (!m_request.lpips.empty()) {
            m_plan.lpips = fs::absolute(m_request.lpips);
            m_plan.lpipsSha256 = sha256OfFile(m_plan.lpips);
            const LpipsNetwork works(m_plan.lpips); // throws: not only when the first run is measured
        }
    }

    // What would fail after hours of searching is better refused now.
    void chooseAfter(const Model &model)
    {
        m_plan.after = m_request.after;
        if (m_plan.after.retrain && isOnnxFile(m_project.modelFile()))
            throw Error(ErrorCode::Unsupported,
                        "--retrain: the model is an ONNX file, whose weights cannot be trained here",
                        "Leave --retrain out, or make a project of the model as TorchScript");
        for (fs::path &path : m_plan.after.transfer) {
            path = fs::absolute(path).lexically_normal();
            const std::unique_ptr<Model> other = openTransferModel(path, m_project);
            if (other->spec().input != model.spec().input || other->spec().classes != model.spec().classes)
                throw Error(ErrorCode::BadModel,
                            fmt::format("--transfer: the model '{}' takes {} images of {} classes, the tests "
                                        "are {} of {}",
                                        path.string(), other->spec().input.text(), other->spec().classes,
                                        model.spec().input.text(), model.spec().classes),
                            "Compare models of the same data");
            m_plan.after.transferSha256.push_back(sha256OfFile(other->spec().file));
        }
    }

    const AssessmentRequest &m_request;
    Project m_project;
    AssessmentPlan m_plan;
};

void collectDifferences(const nlohmann::json &stored, const nlohmann::json &asked, const std::string &path,
                        std::vector<std::string> &found)
{
    if (stored == asked)
        return;
    if (!stored.is_object() || !asked.is_object()) {
        found.push_back(fmt::format("{}: {} there, {} now", path, stored.dump(), asked.dump()));
        return;
    }
    std::set<std::string> keys;
    for (const auto &[key, value] : stored.items())
        keys.insert(key);
    for (const auto &[key, value] : asked.items())
        keys.insert(key);
    for (const std::string &key : keys)
        collectDifferences(stored.value(key, nlohmann::json()), asked.value(key, nlohmann::json()),
                           path.empty() ? key : path + "." + key, found);
}

} // namespace

RunConfig AssessmentPlan::configOf(const std::string &generator, int repeat) const
{
    RunConfig config;
    config.generator = generator;
    for (const PlannedGenerator &planned : generators)
        if (planned.id == generator)
            config.settings = planned.settings;
    config.criterion = criterion;
    config.layers = layers;
    config.budget = budget;
    config.seed = seedOf(repeat);
    config.threads = 1; // a process a cell
    return config;
}

AssessmentPlan planAssessment(const AssessmentRequest &request)
{
    return Planner(request).execute();
}

nlohmann::json toJson(const AfterSteps &after)
{
    nlohmann::json transfer = nlohmann::json::array();
    for (std::size_t i = 0; i < after.transfer.size(); ++i)
        transfer.push_back({{"model", after.transfer[i].string()}, {"sha256", after.transferSha256.at(i)}});
    return {{"retrain", after.retrain},
            {"epochs", after.epochs},
            {"clean_images", after.cleanImages},
            {"transfer", transfer}};
}

AfterSteps afterStepsFromJson(const nlohmann::json &json)
{
    AfterSteps after;
    after.retrain = json.at("retrain").get<bool>();
    after.epochs = json.at("epochs").get<int>();
    after.cleanImages = json.at("clean_images").get<std::size_t>();
    for (const nlohmann::json &one : json.at("transfer")) {
        after.transfer.emplace_back(one.at("model").get<std::string>());
        after.transferSha256.push_back(one.at("sha256").get<std::string>());
    }
    return after;
}

nlohmann::json toJson(const AssessmentPlan &plan)
{
    nlohmann::json generators = nlohmann::json::object();
    for (const PlannedGenerator &one : plan.generators)
        generators[one.id] = effectiveParams(plan.configOf(one.id, 1)).toJson();
    nlohmann::json leftOut = nlohmann::json::object();
    for (const LeftOutGenerator &one : plan.leftOut)
        leftOut[one.id] = one.why;
    std::vector<std::uint64_t> seeds;
    for (int repeat = 1; repeat <= plan.repeats; ++repeat)
        seeds.push_back(plan.seedOf(repeat));
    return {{"mutascope_assessment", 1},
            {"runs",
             {{"project", plan.project.string()},
              {"name", plan.projectName},
              {"model", plan.modelSha256},
              {"data", plan.dataSha256},
              {"generators", generators},
              {"left_out", leftOut},
              {"criterion", plan.criterion},
              {"layers", plan.layers},
              {"budget", toJson(plan.budget)},
              {"seeds", seeds},
              {"versions", nlohmann::json::parse(plan.versions)}}},
            {"measuring",
             {{"metrics", plan.metrics},
              {"features", plan.features.string()},
              {"features_sha256", plan.featuresSha256},
              {"lpips", plan.lpips.string()},
              {"lpips_sha256", plan.lpipsSha256},
              {"validator", plan.validator},
              {"validator_epochs", plan.validatorEpochs},
              {"validator_images", plan.validatorImages}}},
            {"after", toJson(plan.after)},
            {"preset", plan.preset}};
}

std::vector<std::string> differencesOf(const nlohmann::json &stored, const nlohmann::json &asked)
{
    std::vector<std::string> found;
    collectDifferences(stored.value("runs", nlohmann::json()), asked.at("runs"), "", found);
    return found;
}

} // namespace mutascope
