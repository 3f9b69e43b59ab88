// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

namespace mutascope::gui {

// The pages, one below the other. On a low screen the icons and the space around them become smaller, so that
// no page hides behind the extension button.
class PageBar : public QToolBar {
    Q_OBJECT

public:
    explicit PageBar(const QList<QAction *> &pages, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();
};

} // namespace mutascope::gui
