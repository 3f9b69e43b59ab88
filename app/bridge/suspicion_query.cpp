// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/suspicion_query.h"

#include "core/base/error.h"

#include <QHash>
#include <cmath>

namespace mutascope::bridge {

namespace {

constexpr int mostNeurons = 10'000'000; // of a layer

[[noreturn]] void throwBadDocument(const std::string &why)
{
    throw Error(ErrorCode::BadData, "the ranking of the neurons cannot be read: " + why,
                "The session file is damaged; run the generator again");
}

QString textOf(const nlohmann::json &object, const char *key)
{
    return QString::fromStdString(object.at(key).get<std::string>());
}

SuspicionLayer toLayer(const nlohmann::json &object)
{
    SuspicionLayer layer{textOf(object, "name"), textOf(object, "kind"), object.at("neurons").get<int>()};
    if (layer.neurons < 0 || layer.neurons > mostNeurons)
        throwBadDocument("a layer has an impossible number of neurons");
    return layer;
}

class RankingReader {
public:
    explicit RankingReader(const QList<SuspicionLayer> &layers) : m_layers(layers)
    {
        for (int i = 0; i < layers.size(); ++i)
            m_byName.insert(layers[i].name, i);
    }

    SuspicionRanking ranking(const nlohmann::json &object) const
    {
        SuspicionRanking result;
        if (!object.at("class").is_null())
            result.label = object.at("class").get<int>();
        result.passed = object.at("passed").get<qint64>();
        result.failed = object.at("failed").get<qint64>();
        result.suspicious = object.at("suspicious").get<qint64>();
        result.ofAllClasses = object.value("of_all_classes", false);
        for (const nlohmann::json &entry : object.at("neurons"))
            result.neurons.append(neuron(entry));
        return result;
    }

private:
    SuspiciousNeuron neuron(const nlohmann::json &entry) const
    {
        SuspiciousNeuron result;
        result.layer = m_byName.value(textOf(entry, "layer"), -1);
        result.neuron = entry.at("neuron").get<int>();
        result.score = entry.at("score").get<double>();
        result.activeFailed = entry.at("cf").get<qint64>();
        result.inactiveFailed = entry.at("uf").get<qint64>();
        result.activePassed = entry.at("cs").get<qint64>();
        result.inactivePassed = entry.at("us").get<qint64>();
        if (result.layer < 0 || result.neuron < 0 || result.neuron >= m_layers[result.layer].neurons)
            throwBadDocument("it names a neuron that its layers do not have");
        if (!std::isfinite(result.score))
            throwBadDocument("a score is no number");
        return result;
    }

    const QList<SuspicionLayer> &m_layers;
    QHash<QString, int> m_byName;
};

Suspicion read(qint64 run, const nlohmann::json &document)
{
    Suspicion result;
    result.run = run;
    result.measure = textOf(document, "measure");
    result.scope = textOf(document, "scope");
    result.top = document.at("top").get<int>();
    result.passed = document.at("passed").get<qint64>();
    result.failed = document.at("failed").get<qint64>();
    result.limit = document.at("limit").get<qint64>();
    for (const nlohmann::json &layer : document.at("layers"))
        result.layers.append(toLayer(layer));
    const RankingReader reader(result.layers);
    for (const nlohmann::json &ranking : document.at("rankings"))
        result.rankings.append(reader.ranking(ranking));
    return result;
}

} // namespace

Suspicion toSuspicion(qint64 run, const nlohmann::json &document)
{
    try {
        return read(run, document);
    } catch (const nlohmann::json::exception &) {
        throwBadDocument("an entry is missing or of another type");
    }
}

} // namespace mutascope::bridge
