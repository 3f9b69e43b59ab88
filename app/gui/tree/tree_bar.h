// SPDX-License-Identifier: GPL-3.0-or-later
// Above the drawn tree: how it is coloured and folded, zoom, search, legend.
#pragma once

#include "widgets/tree_legend.h"
#include "widgets/tree_view.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace mutascope::gui {

class TreeBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int kAutomaticNodes = 250; // shown at most, where folding is automatic

    explicit TreeBar(widgets::TreeView *view, QWidget *parent = nullptr);

    void setWords(const widgets::TreeWords &words, bool hasPotential, widgets::TreeMarks marks);
    // Folds anew where that is automatic and the tree is another one, or has grown a lot.
    void fold(const widgets::TreeItems &items, bool isNew);
    QLineEdit *searchField() const { return m_search; }

private:
    QWidget *buildControls();
    void addZoom(QBoxLayout *layout);
    void connectAll();
    void showMatches();
    bool isAutomatic() const;

    widgets::TreeView *m_view = nullptr;
    QComboBox *m_color = nullptr;
    QSpinBox *m_fold = nullptr;
    QLineEdit *m_search = nullptr;
    QLabel *m_matches = nullptr;
    widgets::TreeLegend *m_legend = nullptr;
};

} // namespace mutascope::gui
