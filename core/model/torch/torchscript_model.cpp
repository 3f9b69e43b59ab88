// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/adjustable_pixels.h"
#include "core/model/layer_slices.h"
#include "core/model/model_failure.h"
#include "core/model/spec_check.h"
#include "core/model/torch/layer_weights.h"
#include "core/model/torch/load_module.h"
#include "core/model/torch/model_probe.h"
#include "core/model/torch/module_model.h"
#include "core/model/torch/plan.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/torch_memory.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <torch/script.h>

namespace mutascope {

namespace {

const char *const failed = "the model fails on these images";

// What the model's own code throws is a finding about it.
std::vector<at::Tensor> forwardOf(const Plan &plan, const at::Tensor &input)
{
    try {
        return plan.run(input);
    } catch (const Error &) {
        throw;
    } catch (const std::exception &error) {
        if (isOutOfMemory(error))
            throw;
        throw ModelFailure(plainMessage(error));
    }
}

class TorchScriptModel : public Model, public AdjustablePixels {
public:
    TorchScriptModel(torch::jit::Module &module, ModelSpec spec, InputConversion conversion,
                     const FirstForward &first);
    const ModelSpec &spec() const override { return m_spec; }
    const std::vector<LayerInfo> &layers() const override { return m_facts.layers; }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &images, const Objective &objective) override;
    void adjustPixels(const ModelSpec &rule) override;

private:
    void appendRows(const at::Tensor &output, std::size_t images, Predictions &result) const;
    const Plan &planFor(const LayerSet &layers);

    ModelSpec m_spec;
    InputConversion m_conversion;
    LayerGraph m_graph;
    ModelFacts m_facts;
    std::map<LayerSet, Plan> m_plans;
    std::size_t m_atOnce = 0; // images in one forward
};

// As many images as keep the largest activation within a processor's cache: more at once are slower, and of a
// large network a few hundred would not fit into memory.
std::size_t imagesAtOnce(const ImageShape &input, const std::vector<LayerInfo> &layers)
{
    constexpr std::size_t budget = std::size_t{1} << 20; // values
    std::size_t largest = input.size();
    for (const LayerInfo &layer : layers) {
        std::size_t size = 1;
        for (const std::int64_t side : layer.shape)
            size *= std::size_t(side);
        largest = std::max(largest, size);
    }
    return std::max<std::size_t>(1, budget / largest);
}

// Calls body(first, count) for the images in portions of about atOnce: of equal size, since a small rest
// keeps the processors as long as half a portion does, and at most a quarter larger.
template <typename Body> void inPortions(std::size_t images, std::size_t atOnce, Body body)
{
    const std::size_t most = atOnce + atOnce / 4;
    const std::size_t portions = (images + most - 1) / most;
    for (std::size_t i = 0; i < portions; ++i) {
        const std::size_t first = images * i / portions;
        body(first, images * (i + 1) / portions - first);
    }
}

at::Tensor portion(const at::Tensor &images, std::size_t first, std::size_t count)
{
    return images.narrow(0, std::int64_t(first), std::int64_t(count));
}

TorchScriptModel::TorchScriptModel(torch::jit::Module &module, ModelSpec spec, InputConversion conversion,
                                   const FirstForward &first)
    : m_spec(std::move(spec)), m_conversion(std::move(conversion)),
      m_graph(translated("cannot prepare the model for reading its neurons", "",
                         [&] { return makeLayerGraph(module, first.output); })),
      m_facts(probeModel(module, m_graph, first, m_spec))
{
    m_spec.output = first.output.text();
    m_spec.classes = m_facts.classes;
    m_spec.probabilities = m_facts.probabilities;
    m_spec.parameters = parametersOf(module, m_graph);
    m_atOnce = imagesAtOnce(m_spec.input, m_facts.layers);
}

void TorchScriptModel::adjustPixels(const ModelSpec &rule)
{
    ModelSpec spec = m_spec;
    spec.scale = rule.scale;
    spec.mean = rule.mean;
    spec.std = rule.std;
    spec.channelOrder = rule.channelOrder;
    m_conversion = InputConversion(spec);
    m_spec = std::move(spec);
}

void TorchScriptModel::appendRows(const at::Tensor &output, std::size_t images, Predictions &result) const
{
    const Predictions rows = predictionsOf(output, images);
    requireClasses(m_spec, rows.classes);
    result.outputs.insert(result.outputs.end(), rows.outputs.begin(), rows.outputs.end());
    result.count += images;
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
    Predictions result{0, m_spec.classes, m_spec.probabilities, {}};
    if (batch.empty())
        return result;
    checkImages(m_spec, batch.shape());
    return translated(failed, "", [&] {
        const at::NoGradGuard noGradients;
        const at::Tensor input = m_conversion.toTensor(batch);
        const Plan &plan = planFor({});
        inPortions(batch.count(), m_atOnce, [&](std::size_t first, std::size_t count) {
            appendRows(forwardOf(plan, portion(input, first, count)).front(), count, result);
        });
        return std::move(result);
    });
}

// Writes [images, slice.count] into its columns of the row-major result, from row first on.
void copyColumns(const at::Tensor &values, const LayerSlice &slice, std::size_t first, std::size_t images,
                 Trace &trace)
{
    if (values.dim() != 2 || values.size(0) != std::int64_t(images) || values.size(1) != slice.count)
        throw Error(ErrorCode::BadModel,
                    fmt::format("layer {} changes its shape from batch to batch", slice.name),
                    "Leave this layer out");
    const at::Tensor dense = values.contiguous();
    const float *source = dense.data_ptr<float>();
    float *target = trace.values.data() + first * std::size_t(trace.neurons) + slice.begin;
    for (std::size_t i = 0; i < images; ++i, source += slice.count, target += trace.neurons)
        std::copy_n(source, slice.count, target);
}

Trace TorchScriptModel::trace(const ImageBatch &batch, const LayerSet &layers)
{
    Trace result{{0, m_spec.classes, m_spec.probabilities, {}}, sliceLayers(m_facts.layers, layers), 0, {}};
    for (const LayerSlice &slice : result.layers)
        result.neurons += slice.count;
    if (batch.empty())
        return result;
    checkImages(m_spec, batch.shape());
    return translated(failed, "", [&] {
        const at::NoGradGuard noGradients;
        const at::Tensor input = m_conversion.toTensor(batch);
        const Plan &plan = planFor(layers);
        result.values.resize(batch.count() * std::size_t(result.neurons));
        inPortions(batch.count(), m_atOnce, [&](std::size_t first, std::size_t count) {
            const std::vector<at::Tensor> outputs = forwardOf(plan, portion(input, first, count));
            appendRows(outputs.front(), count, result.predictions);
            for (std::size_t i = 0; i < layers.size(); ++i)
                copyColumns(outputs[i + 1], result.layers[i], first, count, result);
        });
        return std::move(result);
    });
}

// The rows of the weights that belong to a portion of the images; rows: of all of them.
at::Tensor weightRows(const std::vector<float> &weights, std::size_t rows, std::size_t first,
                      const at::Tensor &like, const char *what)
{
    const auto columns = std::size_t(like.size(1));
    if (weights.size() != rows * columns)
        throw Error(ErrorCode::Usage,
                    fmt::format("the objective has {} weights of {}, expected {} x {}", weights.size(), what,
                                rows, columns));
    const auto count = std::size_t(like.size(0));
    const float *begin = weights.data() + first * columns;
    return at::tensor(c10::ArrayRef<float>(begin, count * columns)).view(like.sizes());
}

// Of a portion of the images. rows, first: see weightRows().
at::Tensor objectiveValue(const std::vector<at::Tensor> &outputs, const Objective &objective,
                          const ModelSpec &spec, std::size_t rows, std::size_t first)
{
    at::Tensor total = at::zeros({});
    const auto add = [&](const at::Tensor &values, const std::vector<float> &weights, const char *what) {
        total = total + (values * weightRows(weights, rows, first, values, what)).sum();
    };
    if (objective.weigh) {
        const at::Tensor logits = outputs.front();
        const auto count = std::size_t(logits.size(0));
        Predictions predictions = predictionsOf(logits.detach(), count);
        requireClasses(spec, predictions.classes);
        predictions.probabilities = spec.probabilities;
        const at::Tensor weights
            = weightRows(objective.weigh(predictions, first), count, 0, logits, "logits");
        total = total + (logits * weights).sum();
    }
    if (!objective.logitWeights.empty())
        add(outputs.front(), objective.logitWeights, "logits");
    if (!objective.neuronWeights.empty())
        add(at::cat(std::vector<at::Tensor>(outputs.begin() + 1, outputs.end()), 1), objective.neuronWeights,
            "neurons");
    return total;
}

at::Tensor gradientOf(const at::Tensor &value, const at::Tensor &input)
{
    if (!value.requires_grad()) // neither weight is given
        return at::zeros_like(input);
    const at::Tensor gradient
        = torch::autograd::grad({value}, {input}, {}, c10::nullopt, false, true).front();
    return gradient.defined() ? gradient : at::zeros_like(input);
}

FloatImages TorchScriptModel::gradient(const FloatImages &images, const Objective &objective)
{
    if (images.count == 0)
        return {m_spec.input, 0, {}};
    checkImages(m_spec, images.shape);
    if (images.values.size() != images.count * images.shape.size())
        throw Error(ErrorCode::Internal, "the number of pixel values does not fit the number of images");
    return translated("the model's gradient cannot be computed", "", [&] {
        const at::AutoGradMode gradients(true);
        const at::Tensor all = m_conversion.toTensor(images);
        const Plan &plan = planFor(objective.neuronWeights.empty() ? LayerSet{} : objective.layers);
        std::vector<at::Tensor> results;
        inPortions(images.count, m_atOnce, [&](std::size_t first, std::size_t count) {
            const at::Tensor input = portion(all, first, count).requires_grad_();
            const at::Tensor value
                = objectiveValue(forwardOf(plan, input), objective, m_spec, images.count, first);
            results.push_back(gradientOf(value, input));
        });
        return m_conversion.toPixelGradient(at::cat(results));
    });
}

} // namespace

std::unique_ptr<Model> modelOf(torch::jit::Module module, ModelSpec spec)
{
    keepTensorMemory();
    InputConversion conversion(spec);
    const FirstForward first = firstForward(module, spec, conversion);
    return std::make_unique<TorchScriptModel>(module, std::move(spec), std::move(conversion), first);
}

std::unique_ptr<Model> loadTorchScript(const std::filesystem::path &file, ModelSpec spec)
{
    keepTensorMemory();
    torch::jit::Module module = loadModule(file);
    return modelOf(std::move(module), describedBy(file, std::move(spec)));
}

} // namespace mutascope
