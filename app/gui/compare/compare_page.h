// SPDX-License-Identifier: GPL-3.0-or-later
// One test beside its seed: images, predictions, lineage, norms.
#pragma once

#include "app/gui/tests/test_list.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace mutascope::widgets {
class Filmstrip;
class ImageCompare;
class PredictionBars;
} // namespace mutascope::widgets

namespace mutascope::gui {

class PathStrip;
class FactsPanel;

class ComparePage : public QWidget {
    Q_OBJECT

public:
    ComparePage(Workspace &workspace, TestList &tests, QWidget *parent = nullptr);

    qint64 test() const { return m_details.row.id; } // shown now; 0: none
    const bridge::TestDetails &details() const { return m_details; }

public Q_SLOTS:
    void showTest(qint64 id);
    void showNext();
    void showPrevious();
    void clear();

Q_SIGNALS:
    void testShown(qint64 id);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *buildEmpty();
    QWidget *buildContent();
    QWidget *buildHeader();
    QWidget *buildSide();
    QToolButton *makeStepButton(const QString &icon, const QString &name, const QString &toolTip);
    void showDetails(const bridge::TestDetails &details);
    void showHeader();
    void showPredictions();
    void showLineage();
    void showFrame(int index);
    void showStation(const QImage &image, const QString &caption);
    void updateSteps();

    Workspace &m_workspace;
    TestList &m_tests;
    bridge::TestDetails m_details;
    qint64 m_wanted = 0; // asked for last
    QStackedLayout *m_stack = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_position = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
    widgets::ImageCompare *m_images = nullptr;
    widgets::PredictionBars *m_bars = nullptr;
    widgets::Filmstrip *m_film = nullptr;
    PathStrip *m_path = nullptr;
    FactsPanel *m_facts = nullptr;
};

} // namespace mutascope::gui
