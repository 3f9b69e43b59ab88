// SPDX-License-Identifier: GPL-3.0-or-later
// How often a neuron takes which value: stacked bars, one colour a series (a class).
#pragma once

#include "widgets/histogram.h"

#include <QList>
#include <QWidget>

class QCustomPlot;
class QCPBars;

namespace mutascope::widgets {

struct ActivationSeries {
    QString name;
    std::vector<float> values; // finite
    bool muted = false; // grey: all the rest
};

class ActivationPlot : public QWidget {
    Q_OBJECT

public:
    static constexpr int kBins = 40;

    explicit ActivationPlot(QWidget *parent = nullptr);

    // The first one stands at the bottom. valueLabel: below the axis; countLabel: beside it, else "images".
    void setSeries(const QList<ActivationSeries> &series, const QString &valueLabel,
                   const QString &countLabel = {});
    // The same of counts that were made elsewhere; muted: which series are grey.
    void setHistogram(Histogram histogram, const QStringList &names, const QList<bool> &muted,
                      const QString &valueLabel, const QString &countLabel);
    void clear() { setSeries({}, {}); }
    const Histogram &histogram() const { return m_histogram; }
    QStringList seriesNames() const;
    QString readout(int bin) const; // "0.25 … 0.50: 12 images"

    QSize sizeHint() const override { return {420, 240}; }

protected:
    void changeEvent(QEvent *event) override;

private:
    int bins() const;
    void addBars(const QString &name, const std::vector<int> &counts);
    void applyColors();
    void showLegend(bool shown);
    void showReadout(const QPoint &position);

    QCustomPlot *m_plot = nullptr;
    QList<QCPBars *> m_bars;
    QStringList m_names; // in full
    QList<bool> m_muted;
    Histogram m_histogram;
};

} // namespace mutascope::widgets
