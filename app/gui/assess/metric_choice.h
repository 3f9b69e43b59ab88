// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics, family by family, with a tick each.
#pragma once

#include "app/bridge/assess_values.h"

#include <QTreeWidget>

namespace mutascope::gui {

class MetricChoice : public QTreeWidget {
    Q_OBJECT

public:
    explicit MetricChoice(QWidget *parent = nullptr);

    QStringList chosen() const; // ids, in the order of the catalogue
    bool allChosen() const;
    void choose(const QStringList &ids); // empty: all

Q_SIGNALS:
    void changed();
};

QString familyWords(const QString &family); // "Fault-revealing"

} // namespace mutascope::gui
