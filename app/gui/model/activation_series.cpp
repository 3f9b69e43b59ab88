// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model/activation_series.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

namespace mutascope::gui {

namespace {

struct ClassMean {
    int label = 0;
    double mean = 0;
};

// The highest mean first.
std::vector<ClassMean> classMeans(const bridge::NeuronActivation &activation)
{
    std::map<int, std::pair<double, qint64>> sums;
    for (std::size_t i = 0; i < activation.values.size(); ++i) {
        auto &[sum, count] = sums[activation.labels[i]];
        sum += double(activation.values[i]);
        ++count;
    }
    std::vector<ClassMean> means;
    for (const auto &[label, sum] : sums)
        means.push_back({label, sum.first / double(sum.second)});
    std::stable_sort(means.begin(), means.end(),
                     [](const ClassMean &a, const ClassMean &b) { return a.mean > b.mean; });
    return means;
}

} // namespace

QList<widgets::ActivationSeries> activationSeries(const bridge::NeuronActivation &activation, int chosen,
                                                  const ClassName &className)
{
    std::map<int, qsizetype> places; // of the classes that are shown
    QList<widgets::ActivationSeries> series;
    const auto add = [&](int label) {
        places[label] = series.size();
        series.append({className(label), {}, false});
    };
    qsizetype others = 0;
    if (chosen >= 0)
        add(chosen);
    else
        for (const ClassMean &one : classMeans(activation)) {
            if (series.size() < shownClasses)
                add(one.label);
            else
                ++others;
        }
    widgets::ActivationSeries rest{QString(), {}, true};
    for (std::size_t i = 0; i < activation.values.size(); ++i) {
        const auto place = places.find(activation.labels[i]);
        (place == places.end() ? rest : series[place->second]).values.push_back(activation.values[i]);
    }
    if (rest.values.empty())
        return series;
    rest.name = chosen >= 0 ? QCoreApplication::translate("ActivationSeries", "all other classes")
                            : QCoreApplication::translate("ActivationSeries", "%1 other classes").arg(others);
    series.append(rest);
    return series;
}

} // namespace mutascope::gui
