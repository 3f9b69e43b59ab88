// SPDX-License-Identifier: GPL-3.0-or-later
// How far the labelling is: a bar, how many are left, the pace, the time that is left.
#pragma once

#include <QWidget>

class QLabel;

namespace mutascope::widgets {

struct LabelProgressData {
    qint64 done = 0;
    qint64 skipped = 0; // come again at the end
    qint64 total = 0;
    double secondsPerItem = 0; // 0: not known yet

    bool operator==(const LabelProgressData &) const = default;
};

class LabelProgressBar;

class LabelProgress : public QWidget {
    Q_OBJECT

public:
    explicit LabelProgress(QWidget *parent = nullptr);

    void setProgress(const LabelProgressData &progress);
    const LabelProgressData &progress() const { return m_progress; }
    QString text() const; // as it is shown
    static QString timeLeft(double seconds); // "about 6 min left"

private:
    LabelProgressData m_progress;
    LabelProgressBar *m_bar = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_pace = nullptr;
};

} // namespace mutascope::widgets
