// SPDX-License-Identifier: GPL-3.0-or-later
// Curves with the band they lie in: means over repeated runs.
#pragma once

#include "widgets/plot_panel.h"

#include <QVector>

namespace mutascope::widgets {

struct Band {
    QVector<double> x; // ascending
    QVector<double> low;
    QVector<double> mean;
    QVector<double> high;
};

class BandPlot : public PlotPanel {
    Q_OBJECT

public:
    BandPlot(const QString &accessibleName, const QString &emptyText, QWidget *parent = nullptr);
    ~BandPlot() override;

    void addSeries(const QString &id, const QString &name);
    void removeSeries(const QString &id) override;
    void clear() override;
    // Refuses (false) unknown ids and lists of different lengths.
    bool setBand(const QString &id, Band band);
    const Band &band(const QString &id) const;
    // percent: values are shares of 0..1.
    void setAxes(const QString &horizontal, const QString &vertical, bool percent);

    QString readoutAt(double position) const override;

protected:
    bool isEmpty() const override;
    void draw() override;
    void applyOwnColors(const QPalette &palette) override;
    QByteArray csv() const override;
    void addChoices(QMenu &menu) override;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
