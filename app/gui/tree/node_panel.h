// SPDX-License-Identifier: GPL-3.0-or-later
// One node of the tree: what is known of it, and its children as selection sees them.
#pragma once

#include "app/gui/tree/child_model.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace mutascope::widgets {
class ActivationPlot;
}

namespace mutascope::gui {

class NodePanel : public QWidget {
    Q_OBJECT

public:
    explicit NodePanel(QWidget *parent = nullptr);

    void setFacts(bridge::TreeKind kind, const bridge::TreeFacts &facts);
    void clear() { setFacts(bridge::TreeKind::None, {}); }
    const bridge::TreeFacts &facts() const { return m_facts; }

Q_SIGNALS:
    void nodeChosen(qint64 node);

private:
    void buildTable();
    QString factsText(bridge::TreeKind kind) const;
    void showRewards(bridge::TreeKind kind);

    bridge::TreeFacts m_facts;
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
    QLabel *m_heading = nullptr;
    ChildModel *m_model = nullptr;
    QSortFilterProxyModel *m_sorted = nullptr;
    QTableView *m_table = nullptr;
    QLabel *m_plotHeading = nullptr;
    widgets::ActivationPlot *m_plot = nullptr;
};

} // namespace mutascope::gui
