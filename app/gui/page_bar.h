// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

namespace mutascope::gui {

// The pages, one below the other; buttons and pictures get smaller on low screens, so that all are seen.
class PageBar : public QToolBar {
    Q_OBJECT

public:
    PageBar(const QString &title, const QList<QAction *> &pages, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void setButtonHeight(int height);

    int m_buttonHeight = 0;
};

} // namespace mutascope::gui
