// SPDX-License-Identifier: GPL-3.0-or-later
// Norms and origin of a test in a table of names and values.
#pragma once

#include "app/bridge/values.h"

#include <QWidget>

class QFormLayout;

namespace mutascope::gui {

class FactsPanel : public QWidget {
    Q_OBJECT

public:
    explicit FactsPanel(QWidget *parent = nullptr);
    void setDetails(const bridge::TestDetails &details);

private:
    void add(const QString &name, const QString &value, const QString &toolTip = {});
    void addHeading(const QString &text);

    QFormLayout *m_form = nullptr;
};

} // namespace mutascope::gui
