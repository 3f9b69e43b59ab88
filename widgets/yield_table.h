// SPDX-License-Identifier: GPL-3.0-or-later
// What each mutator brought: a small table as high as its rows.
#pragma once

#include "widgets/run_status.h"

#include <QTableWidget>

namespace mutascope::widgets {

class YieldTable : public QTableWidget {
    Q_OBJECT

public:
    explicit YieldTable(QWidget *parent = nullptr);

    void setYields(const QList<RunStatusData::Yield> &yields);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void setCell(int row, int column, const QString &text);
    void fitColumns();
};

} // namespace mutascope::widgets
