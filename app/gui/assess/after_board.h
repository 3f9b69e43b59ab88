// SPDX-License-Identifier: GPL-3.0-or-later
// What came after the runs of an assessment: the model retrained, the failing tests put to other models.
#pragma once

#include "app/bridge/assess_values.h"

#include <QScrollArea>

namespace mutascope::gui {

class AfterBoard : public QScrollArea {
    Q_OBJECT

public:
    explicit AfterBoard(QWidget *parent = nullptr);

    void setTables(const std::vector<bridge::AfterTable> &tables);
};

} // namespace mutascope::gui
