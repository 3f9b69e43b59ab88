// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of scores that tell two kinds apart: how many of the one kind pass, over how many of the other pass,
// with the threshold that was chosen as a point on each.
#pragma once

#include "widgets/saved_plot.h"

#include <QPointF>
#include <QString>
#include <optional>
#include <vector>

namespace mutascope::widgets {

struct RocCurve {
    QString name;
    std::vector<QPointF> points; // from (0, 0) to (1, 1), shares
    std::optional<QPointF> chosen;
};

class RocPlot : public SavedPlot {
    Q_OBJECT

public:
    explicit RocPlot(const QString &accessibleName, QWidget *parent = nullptr);

    void setAxes(const QString &x, const QString &y);
    void setCurves(std::vector<RocCurve> curves);
    const std::vector<RocCurve> &curves() const { return m_curves; }

    QSize sizeHint() const override { return {360, 260}; }

protected:
    void applyColors(const QPalette &palette) override;
    QByteArray csv() const override; // score,false_positive_rate,true_positive_rate,chosen: a point a line

private:
    void draw();
    void addCurve(int index);

    std::vector<RocCurve> m_curves;
};

} // namespace mutascope::widgets
