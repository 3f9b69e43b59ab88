// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run_context.h"
#include "core/model/layer_slices.h"
#include <algorithm>
#include <thread>

namespace mutascope {

namespace {

// Values a forward computes over all layers: LeNet-5 on 28x28 has some 13 thousand, ResNet-20 on 32x32 some
// 350 thousand. Below the limit, handing work to a second thread costs more than it saves.
constexpr std::int64_t oneThreadLimit = 50'000;
constexpr int mostThreads = 2;

std::int64_t valuesOf(const LayerInfo &layer)
{
    std::int64_t values = 1;
    for (const std::int64_t extent : layer.shape)
        values *= std::max<std::int64_t>(extent, 1);
    return values;
}

void makeCriterion(RunContext &context, Model &model)
{
    context.layers = selectLayers(model.layers(), context.config.layers);
    const CriterionChoice choice = parseCriterion(context.config.criterion);
    context.config.criterion = choice.text();
    context.criterionNeedsFit = choice.info->needsFit;
    context.criterion = choice.create(sliceLayers(model.layers(), context.layers));
}

} // namespace

int chosenThreads(const Model &model)
{
    std::int64_t values = 0;
    for (const LayerInfo &layer : model.layers())
        values += valuesOf(layer);
    const int cores = int(std::max(1u, std::thread::hardware_concurrency()));
    return values < oneThreadLimit ? 1 : std::min(cores, mostThreads);
}

RunContext makeContext(const Project &project, const RunConfig &config, bool withData)
{
    RunContext context;
    context.project = project;
    context.config = config;
    if (context.config.layers.empty())
        context.config.layers = project.defaultLayers;
    context.params = effectiveParams(config); // wrong names first: the quickest to fail
    if (!config.criterion.empty())
        parseCriterion(config.criterion);
    context.generator = generatorInfo(config.generator).create();
    std::unique_ptr<Model> model = withData ? project.openModel() : project.loadModel();
    if (context.config.threads == 0)
        context.config.threads = chosenThreads(*model);
    setModelThreads(context.config.threads);
    if (!config.criterion.empty())
        makeCriterion(context, *model);
    context.model
        = std::make_unique<RunModel>(std::move(model), std::size_t(context.params.integer("forward-batch")));
    return context;
}

ProfileTask profileTaskOf(const RunContext &context, const Dataset &train)
{
    return {train,
            context.model->uncounted(),
            context.layers,
            context.config.criterion,
            std::size_t(context.params.integer("profile-limit")),
            std::size_t(context.params.integer("forward-batch")),
            context.config.threads};
}

} // namespace mutascope
