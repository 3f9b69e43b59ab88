// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/model/layer_slices.h"
#include "core/model/torch/load_module.h"
#include "core/model/torch/model_probe.h"
#include "core/model/torch/plan.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <torch/script.h>

namespace mutascope {

namespace {

const char *const failed = "the model fails on these images";

class TorchScriptModel : public Model {
public:
    TorchScriptModel(torch::jit::Module module, ModelSpec spec);
    const ModelSpec &spec() const override { return m_spec; }
    const std::vector<LayerInfo> &layers() const override { return m_facts.layers; }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &images, const Objective &objective) override;

private:
    void checkShape(const ImageShape &shape) const;
    Predictions rows(const at::Tensor &output, std::size_t images) const;
    const Plan &planFor(const LayerSet &layers);
    at::Tensor objectiveValue(const std::vector<at::Tensor> &outputs, const Objective &objective,
                              std::size_t images) const;

    ModelSpec m_spec;
    InputConversion m_conversion;
    LayerGraph m_graph;
    ModelFacts m_facts;
    std::map<LayerSet, Plan> m_plans;
};

TorchScriptModel::TorchScriptModel(torch::jit::Module module, ModelSpec spec)
    : m_spec(std::move(spec)), m_conversion(m_spec),
      m_graph(translated("cannot prepare the model for reading its neurons", "",
                         [&] { return makeLayerGraph(module); })),
      m_facts(probeModel(module, m_graph, m_spec, m_conversion))
{
    m_spec.classes = m_facts.classes;
    m_spec.probabilities = m_facts.probabilities;
}

void TorchScriptModel::checkShape(const ImageShape &shape) const
{
    if (shape != m_spec.input)
        throw Error(ErrorCode::BadModel,
                    fmt::format("images of {} do not fit the model, which takes {}", shape.text(),
                                m_spec.input.text()),
                    "Use images of the model's input shape");
}

Predictions TorchScriptModel::rows(const at::Tensor &output, std::size_t images) const
{
    Predictions result = predictionsOf(output, images);
    result.probabilities = m_spec.probabilities;
    return result;
}

// Compiling a plan costs milliseconds; a program uses one or two layer sets, a generator that walks through
// the layers some dozens.
const Plan &TorchScriptModel::planFor(const LayerSet &layers)
{
    const auto found = m_plans.find(layers);
    if (found != m_plans.end())
        return found->second;
    std::vector<std::size_t> taps;
    for (const int layer : layers) {
        taps.push_back(m_facts.taps.at(std::size_t(layer)));
    }
    constexpr std::size_t kept = 64;
    if (m_plans.size() >= kept)
        m_plans.clear();
    return m_plans.emplace(layers, Plan(m_graph, taps)).first->second;
}

Predictions TorchScriptModel::predict(const ImageBatch &batch)
{
    if (batch.empty())
        return {0, m_spec.classes, m_spec.probabilities, {}};
    checkShape(batch.shape());
    return translated(failed, "", [&] {
        const at::NoGradGuard noGradients;
        return rows(planFor({}).run(m_conversion.toTensor(batch)).front(), batch.count());
    });
}

// Writes [N, count] into its columns of the row-major result.
void copyColumns(const at::Tensor &values, const LayerSlice &slice, Trace &trace)
{
    if (values.dim() != 2 || values.size(0) != std::int64_t(trace.count()) || values.size(1) != slice.count)
        throw Error(ErrorCode::BadModel,
                    fmt::format("layer {} changes its shape from batch to batch", slice.name),
                    "Leave this layer out");
    const at::Tensor dense = values.contiguous();
    const float *source = dense.data_ptr<float>();
    float *target = trace.values.data() + slice.begin;
    for (std::size_t i = 0; i < trace.count(); ++i, source += slice.count, target += trace.neurons)
        std::copy_n(source, slice.count, target);
}

Trace TorchScriptModel::trace(const ImageBatch &batch, const LayerSet &layers)
{
    Trace result{{0, m_spec.classes, m_spec.probabilities, {}}, sliceLayers(m_facts.layers, layers), 0, {}};
    for (const LayerSlice &slice : result.layers)
        result.neurons += slice.count;
    if (batch.empty())
        return result;
    checkShape(batch.shape());
    return translated(failed, "", [&] {
        const at::NoGradGuard noGradients;
        const std::vector<at::Tensor> outputs = planFor(layers).run(m_conversion.toTensor(batch));
        result.predictions = rows(outputs.front(), batch.count());
        result.values.resize(batch.count() * std::size_t(result.neurons));
        for (std::size_t i = 0; i < layers.size(); ++i)
            copyColumns(outputs[i + 1], result.layers[i], result);
        return std::move(result);
    });
}

at::Tensor weightsLike(const std::vector<float> &weights, std::int64_t images, std::int64_t columns,
                       const char *what)
{
    if (std::int64_t(weights.size()) != images * columns)
        throw Error(ErrorCode::Usage,
                    fmt::format("the objective has {} weights of {}, expected {} x {}", weights.size(), what,
                                images, columns));
    return at::tensor(weights).view({images, columns});
}

at::Tensor TorchScriptModel::objectiveValue(const std::vector<at::Tensor> &outputs,
                                            const Objective &objective, std::size_t images) const
{
    at::Tensor total = at::zeros({});
    if (!objective.logitWeights.empty())
        total = total
            + (outputs.front()
               * weightsLike(objective.logitWeights, std::int64_t(images), m_spec.classes, "logits"))
                  .sum();
    if (!objective.neuronWeights.empty()) {
        const at::Tensor neurons = at::cat(std::vector<at::Tensor>(outputs.begin() + 1, outputs.end()), 1);
        total = total
            + (neurons
               * weightsLike(objective.neuronWeights, std::int64_t(images), neurons.size(1), "neurons"))
                  .sum();
    }
    return total;
}

FloatImages TorchScriptModel::gradient(const FloatImages &images, const Objective &objective)
{
    if (images.count == 0)
        return {m_spec.input, 0, {}};
    checkShape(images.shape);
    if (images.values.size() != images.count * images.shape.size())
        throw Error(ErrorCode::Internal, "the number of pixel values does not fit the number of images");
    return translated("the model's gradient cannot be computed", "", [&] {
        const at::AutoGradMode gradients(true);
        const at::Tensor input = m_conversion.toTensor(images).requires_grad_();
        const LayerSet used = objective.neuronWeights.empty() ? LayerSet{} : objective.layers;
        const at::Tensor value = objectiveValue(planFor(used).run(input), objective, images.count);
        if (!value.requires_grad()) // neither weight is given
            return m_conversion.toPixelGradient(at::zeros_like(input));
        const at::Tensor gradient
            = torch::autograd::grad({value}, {input}, {}, c10::nullopt, false, true).front();
        return m_conversion.toPixelGradient(gradient.defined() ? gradient : at::zeros_like(input));
    });
}

} // namespace

std::unique_ptr<Model> loadTorchScript(const std::filesystem::path &file, ModelSpec spec)
{
    keepTensorMemory();
    torch::jit::Module module = loadModule(file);
    spec.file = file;
    if (spec.name.empty())
        spec.name = file.stem().string();
    if (spec.sha256.empty())
        spec.sha256 = sha256OfFile(file);
    return std::make_unique<TorchScriptModel>(std::move(module), std::move(spec));
}

} // namespace mutascope
