// SPDX-License-Identifier: GPL-3.0-or-later
// The trees of the current run, drawn and as a table, walked through phase by phase.
#pragma once

#include "app/bridge/tree_walker.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QSpinBox;
class QTabWidget;
class QTimer;
class QToolButton;
class QTreeView;

namespace mutascope::widgets {
class SearchCombo;
class TreeModel;
class TreeTransport;
class TreeView;
} // namespace mutascope::widgets

namespace mutascope::gui {

class ImagesPanel;
class NodePanel;
class TreeBar;

class TreePage : public QWidget {
    Q_OBJECT

public:
    explicit TreePage(Workspace &workspace, QWidget *parent = nullptr);

    widgets::TreeView *view() const { return m_view; }
    widgets::TreeTransport *transport() const { return m_transport; }
    NodePanel *nodePanel() const { return m_node; }
    ImagesPanel *imagesPanel() const { return m_images; }
    bridge::TreeWalker &walker() { return m_walker; }
    const bridge::TreeFrame &frame() const { return m_frame; }
    bool isWaiting() const { return m_waiting; } // for an answer of the walker
    QString speech() const;
    void showImages(); // the tab with the images
    void showTable();
    bool followsSearch() const;
    // By its suffix: .svg, .png, .dot or .json.
    void exportTree(const QString &file);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildHeader();
    QWidget *buildTree();
    QWidget *buildSide();
    QWidget *buildSpeech();
    void addExport(QHBoxLayout *layout);
    void connectWorkspace();
    void connectWalker();
    void connectTransport();
    void connectChoices();
    void fillRuns();
    void reset(const QString &why);
    void load();
    void refresh();
    void followTold();
    void onCheckpoint();
    void ask(const std::function<void()> &question);
    void showFrame(const bridge::TreeFrame &frame);
    void setKind(bridge::TreeKind kind);
    void showSpeech();
    void showTrees();
    void fillTable();
    void select(qint64 node);
    void fetchImages();
    void askExport(const QString &suffix, const QString &filter);
    bool isShownLive() const;

    Workspace &m_workspace;
    bridge::TreeWalker m_walker;
    bridge::TreeFrame m_frame;
    QList<std::shared_ptr<const bridge::TreeGrowth>> m_told; // by the run at work; to be walked through
    QTimer *m_tellTimer = nullptr;
    bool m_stale = true; // what is shown is not what the session holds
    bool m_waiting = false;
    bool m_selecting = false; // by us, not by the reader
    widgets::SearchCombo *m_run = nullptr;
    QLabel *m_treeLabel = nullptr;
    QSpinBox *m_tree = nullptr;
    QToolButton *m_pin = nullptr;
    QToolButton *m_export = nullptr;
    widgets::TreeView *m_view = nullptr;
    TreeBar *m_bar = nullptr;
    QLabel *m_phase = nullptr;
    QPlainTextEdit *m_speech = nullptr;
    widgets::TreeTransport *m_transport = nullptr;
    QTabWidget *m_tabs = nullptr;
    NodePanel *m_node = nullptr;
    ImagesPanel *m_images = nullptr;
    QTreeView *m_table = nullptr;
    widgets::TreeModel *m_model = nullptr;
};

} // namespace mutascope::gui
