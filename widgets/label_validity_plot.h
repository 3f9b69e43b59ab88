// SPDX-License-Identifier: GPL-3.0-or-later
// Which share of the tests people call valid, over something measured in bins: a point with its interval
// each.
#pragma once

#include "widgets/saved_plot.h"

#include <vector>

namespace mutascope::widgets {

struct ValidityBin {
    double low = 0; // of what is measured
    double high = 0;
    qint64 valid = 0;
    qint64 judged = 0;
    double from = 0; // interval of the share
    double to = 1;

    double share() const { return judged > 0 ? double(valid) / double(judged) : 0; }
};

class LabelValidityPlot : public SavedPlot {
    Q_OBJECT

public:
    explicit LabelValidityPlot(const QString &accessibleName, QWidget *parent = nullptr);

    // Bins that nobody judged are left out.
    void setBins(const std::vector<ValidityBin> &bins, const QString &measured);
    const std::vector<ValidityBin> &bins() const { return m_bins; }
    QString readout(int bin) const; // "0.2 … 0.4: 12 of 20 valid (60 %, 39 … 78 %)"

    QSize sizeHint() const override { return {360, 240}; }

protected:
    void applyColors(const QPalette &palette) override;
    QByteArray csv() const override; // low,high,valid,judged,share,from,to: a bin a line

private:
    void draw();
    void showReadout(const QPoint &position);

    std::vector<ValidityBin> m_bins;
    QString m_measured;
};

} // namespace mutascope::widgets
