// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/trainings.h"

#include <algorithm>

namespace mutascope::gui {

const Trainings::Training *Trainings::find(const QString &name) const
{
    const auto found = std::ranges::find(m_all, name, &Training::name);
    return found == m_all.end() ? nullptr : &*found;
}

Trainings::Training &Trainings::made(const QString &name)
{
    const auto found = std::ranges::find(m_all, name, &Training::name);
    return found == m_all.end() ? m_all.emplace_back(Training{name, {}, false}) : *found;
}

void Trainings::add(const std::vector<bridge::LossRow> &rows)
{
    for (const bridge::LossRow &row : rows) {
        std::vector<bridge::LossRow> &known = made(row.training).rows;
        while (!known.empty() && known.back().batch >= row.batch)
            known.pop_back();
        known.push_back(row);
    }
}

void Trainings::addTakenOver(const QList<bridge::TrainedNetworks> &networks)
{
    for (const bridge::TrainedNetworks &one : networks) {
        if (one.epochMeans.empty() || find(one.epochMeans.front().training))
            continue;
        Training &training = made(one.epochMeans.front().training);
        training.rows = one.epochMeans;
        training.takenOver = true;
    }
}

QStringList Trainings::names() const
{
    QStringList names;
    for (const Training &training : m_all)
        names.append(training.name);
    return names;
}

const std::vector<bridge::LossRow> &Trainings::rowsOf(const QString &name) const
{
    static const std::vector<bridge::LossRow> none;
    const Training *training = find(name);
    return training ? training->rows : none;
}

bool Trainings::isTakenOver(const QString &name) const
{
    const Training *training = find(name);
    return training && training->takenOver;
}

QList<bridge::TrainedNetworks> networksOf(const QString &training,
                                          const QList<bridge::TrainedNetworks> &networks)
{
    QList<bridge::TrainedNetworks> found;
    bool anyNamed = false;
    for (const bridge::TrainedNetworks &one : networks) {
        anyNamed = anyNamed || !one.epochMeans.empty();
        if (!one.epochMeans.empty() && one.epochMeans.front().training == training)
            found.append(one);
    }
    return anyNamed ? found : networks;
}

} // namespace mutascope::gui
