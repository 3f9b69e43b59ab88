// SPDX-License-Identifier: GPL-3.0-or-later
// Thumbnails of the stored tests, filtered.
#pragma once

#include "app/bridge/after_values.h"
#include "app/gui/tests/test_list.h"

#include <QWidget>

class QAction;
class QPushButton;

namespace mutascope::widgets {
class ThumbnailGrid;
struct ThumbnailItem;
} // namespace mutascope::widgets

namespace mutascope::gui {

class FilterBar;

class TestsPage : public QWidget {
    Q_OBJECT

public:
    TestsPage(Workspace &workspace, TestList &tests, QWidget *parent = nullptr);

    QList<qint64> selectedTests() const;
    void selectTest(qint64 id);
    // Without filters; as soon as the run is the current one and its tests are read.
    void showTest(const QString &sessionFile, qint64 run, qint64 id);
    void focusFilter();

Q_SIGNALS:
    // ids empty: all tests of the filter.
    void exportRequested(const QList<qint64> &ids);
    void afterRequested(mutascope::bridge::AfterKind kind); // with the current run

private:
    void buildActions();
    QWidget *buildFooter();
    void connectTests();
    void fillGrid();
    void appendToGrid(qsizetype from);
    void updateTexts();
    void updateActions();
    void selectWanted();
    void requestThumbnails(const QList<qint64> &ids);
    void compareCurrent();
    void copyIds();
    widgets::ThumbnailItem itemOf(const bridge::TestRow &row);
    QString emptyText() const;

    Workspace &m_workspace;
    TestList &m_tests;
    FilterBar *m_filter = nullptr;
    widgets::ThumbnailGrid *m_grid = nullptr;
    QAction *m_compare = nullptr;
    QAction *m_exportSelected = nullptr;
    QAction *m_copy = nullptr;
    QPushButton *m_export = nullptr;
    QPushButton *m_after = nullptr;
    QList<QAction *> m_afterActions;
    QPushButton *m_compareButton = nullptr;
    struct {
        QString sessionFile;
        qint64 run = 0;
        qint64 test = 0; // 0: none
    } m_wanted; // by showTest()
    QHash<quint64, std::pair<QString, QString>> m_texts; // captions and tool tips shared by equal tests
};

} // namespace mutascope::gui
