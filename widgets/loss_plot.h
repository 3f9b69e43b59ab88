// SPDX-License-Identifier: GPL-3.0-or-later
// Losses of a training by batch or by epoch; shares of success on the right axis.
#pragma once

#include "widgets/loss_curve.h"
#include "widgets/plot_panel.h"

namespace mutascope::widgets {

class LossPlot : public PlotPanel {
    Q_OBJECT

public:
    enum class XAxis { Batch, Epoch }; // Epoch: means

    explicit LossPlot(QWidget *parent = nullptr);
    ~LossPlot() override;

    // Right: a share of 0..1, shown in per cent.
    void addSeries(const QString &id, const QString &name, Side side = Side::Left);
    void removeSeries(const QString &id) override;
    void clear() override;
    // Unknown ids are ignored. Cheap: the plot is redrawn at most 30 times a second.
    void setSamples(const QString &id, std::vector<LossSample> samples);
    void appendSamples(const QString &id, const std::vector<LossSample> &samples); // as mergeSamples()
    const std::vector<LossSample> &samples(const QString &id) const;

    XAxis xAxis() const;
    void setXAxis(XAxis axis);
    // Of the left axis. Values of 0 and less have no place on it: the axis says how many are left out.
    bool isLogarithmic() const;
    void setLogarithmic(bool logarithmic);
    double smoothing() const;
    void setSmoothing(double weight); // 0: off; below 1; by batch only

    // Batches, or epochs, at which a visible series has no finite number; each has a mark at the foot.
    std::vector<double> gaps() const;
    QString readoutAt(double position) const override;

Q_SIGNALS:
    void choicesChanged(); // axis, scale or smoothing

protected:
    bool isEmpty() const override;
    void draw() override;
    void applyOwnColors(const QPalette &palette) override;
    QByteArray csv() const override;
    void addChoices(QMenu &menu) override;

private:
    struct Private;
    void rebuild();
    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
