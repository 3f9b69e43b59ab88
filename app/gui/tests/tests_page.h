// SPDX-License-Identifier: GPL-3.0-or-later
// Thumbnails of the stored tests, filtered.
#pragma once

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
    void focusFilter();

Q_SIGNALS:
    // ids empty: all tests of the filter.
    void exportRequested(const QList<qint64> &ids);

private:
    void buildActions();
    QWidget *buildFooter();
    void connectTests();
    void fillGrid();
    void appendToGrid(qsizetype from);
    void updateTexts();
    void updateActions();
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
    QPushButton *m_compareButton = nullptr;
    QHash<quint64, std::pair<QString, QString>> m_texts; // captions and tool tips shared by equal tests
};

} // namespace mutascope::gui
