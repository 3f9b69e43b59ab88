// SPDX-License-Identifier: GPL-3.0-or-later
// What a run trained and published: networks with all that they depend on, and documents, as a tree.
#pragma once

#include "app/bridge/losses.h"

#include <QTreeWidget>

namespace mutascope::gui {

class NetworksPanel : public QTreeWidget {
    Q_OBJECT

public:
    explicit NetworksPanel(QWidget *parent = nullptr);

    void setRecord(const QList<bridge::TrainedNetworks> &networks,
                   const QList<bridge::PublishedDocument> &documents);

protected:
    void keyPressEvent(QKeyEvent *event) override; // copies the chosen value

private:
    void addContent(QTreeWidgetItem *parent, const QString &name, const QJsonValue &value);
    void addArray(QTreeWidgetItem *item, const QJsonArray &array);
};

} // namespace mutascope::gui
