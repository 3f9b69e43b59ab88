// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a NeuronMap mean, and how many neurons have each.
#pragma once

#include "widgets/neuron_map.h"

#include <QWidget>

namespace mutascope::widgets {

class NeuronLegend : public QWidget {
    Q_OBJECT

public:
    explicit NeuronLegend(QWidget *parent = nullptr);

    // shaded: neurons have several items, so that their colours have shades.
    void setCounts(const NeuronMapCounts &counts, bool shaded);
    QString text() const; // all of it, for screen readers

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        NeuronMap::State state;
        QString text;
    };
    QList<Entry> entries() const;
    int swatchWidth(NeuronMap::State state) const;

    NeuronMapCounts m_counts;
    bool m_shaded = false;
};

} // namespace mutascope::widgets
