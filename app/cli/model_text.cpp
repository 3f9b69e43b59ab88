// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_text.h"
#include "app/cli/output.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

nlohmann::json shapeJson(const ImageShape &shape)
{
    return {shape.height, shape.width, shape.channels};
}

std::string numbersText(const std::vector<float> &numbers, const char *none)
{
    return numbers.empty() ? none : fmt::format("{}", fmt::join(numbers, ", "));
}

// A black box has no layers to choose from.
LayerSet defaultLayers(const Model &model)
{
    return model.layers().empty() ? LayerSet() : selectLayers(model.layers(), "default");
}

std::string parametersText(std::int64_t count)
{
    return count > 0 ? grouped(count) : std::string();
}

std::string layerTable(const Model &model)
{
    const LayerSet chosen = defaultLayers(model);
    Table table;
    table.add({"layer", "kind", "shape", "neurons", "parameters", "default"});
    for (std::size_t i = 0; i < model.layers().size(); ++i) {
        const LayerInfo &layer = model.layers()[i];
        const bool isChosen = std::find(chosen.begin(), chosen.end(), int(i)) != chosen.end();
        table.add({layer.name, layer.kind, fmt::format("{}", fmt::join(layer.shape, "x")),
                   std::to_string(layer.neurons), parametersText(layer.parameters), isChosen ? "yes" : ""});
    }
    return table.text("  ");
}

std::vector<std::int64_t> imagesPerClass(const Dataset &data)
{
    std::vector<std::int64_t> counts(std::size_t(data.spec().classes));
    for (std::size_t i = 0; i < data.size(); ++i)
        counts.at(std::size_t(data.label(i))) += 1;
    return counts;
}

// Of images that could not be read.
std::string skippedText(const std::vector<SkippedItem> &skipped)
{
    if (skipped.empty())
        return {};
    Table table;
    for (const SkippedItem &item : skipped)
        table.add({item.name, item.why});
    return fmt::format("left out: {}\n", plural(std::int64_t(skipped.size()), "file")) + table.text("  ");
}

} // namespace

nlohmann::json specJson(const ModelSpec &spec)
{
    return {{"file", spec.file.string()},
            {"sha256", spec.sha256},
            {"input", shapeJson(spec.input)},
            {"scale", spec.scale},
            {"mean", spec.mean},
            {"std", spec.std},
            {"channel_order", spec.channelOrder},
            {"classes", spec.classes},
            {"outputs", outputKind(spec)},
            {"parameters", spec.parameters}};
}

std::string pixelsText(const ModelSpec &spec)
{
    return fmt::format("divided by {}, minus {}, divided by {}{}", spec.scale, numbersText(spec.mean, "0"),
                       numbersText(spec.std, "1"), spec.channelOrder == "bgr" ? ", as BGR" : "");
}

const char *outputKind(const ModelSpec &spec)
{
    return spec.probabilities ? "probabilities" : "logits";
}

nlohmann::json modelJson(const Model &model)
{
    nlohmann::json layers = nlohmann::json::array();
    for (const LayerInfo &layer : model.layers())
        layers.push_back({{"name", layer.name},
                          {"kind", layer.kind},
                          {"shape", layer.shape},
                          {"neurons", layer.neurons},
                          {"parameters", layer.parameters}});
    nlohmann::json chosen = nlohmann::json::array();
    for (const int layer : defaultLayers(model))
        chosen.push_back(model.layers().at(std::size_t(layer)).name);
    nlohmann::json object = specJson(model.spec());
    object["layers"] = layers;
    object["default_layers"] = chosen;
    return object;
}

std::string modelText(const Model &model)
{
    const ModelSpec &spec = model.spec();
    Table table;
    table.add({"model", spec.file.string()});
    table.add({"SHA-256", spec.sha256});
    table.add({"input", spec.input.text()});
    table.add({"pixels", pixelsText(spec)});
    table.add({"outputs", fmt::format("{} {}", spec.classes, outputKind(spec))});
    if (spec.parameters > 0)
        table.add({"parameters", grouped(spec.parameters)});
    const bool blackBox = model.layers().empty();
    return table.text() + (blackBox ? "no layers: a black box, predictions only\n" : layerTable(model));
}

nlohmann::json dataJson(const Dataset &data)
{
    const DatasetSpec &spec = data.spec();
    nlohmann::json skipped = nlohmann::json::array();
    for (const SkippedItem &item : spec.skipped)
        skipped.push_back({{"name", item.name}, {"why", item.why}});
    return {{"format", spec.format},      {"source", spec.source.string()},
            {"images", data.size()},      {"shape", shapeJson(spec.shape)},
            {"classes", spec.classNames}, {"images_per_class", imagesPerClass(data)},
            {"sha256", spec.sha256},      {"skipped", skipped}};
}

std::string dataText(const Dataset &data)
{
    const DatasetSpec &spec = data.spec();
    std::string text
        = fmt::format("{}: {} of {}, {}\n", spec.split, plural(std::int64_t(data.size()), "image"),
                      spec.shape.text(), plural(spec.classes, "class", "classes"));
    Table table;
    const std::vector<std::int64_t> counts = imagesPerClass(data);
    for (std::size_t i = 0; i < counts.size(); ++i)
        table.add({std::to_string(i), spec.classNames.at(i), grouped(counts[i])});
    return text + table.text("  ") + skippedText(spec.skipped);
}

} // namespace mutascope::cli
