// SPDX-License-Identifier: GPL-3.0-or-later
// What the tree page is made of.
#include "app/bridge/places.h"
#include "app/gui/icons.h"
#include "app/gui/run_choice.h"
#include "app/gui/tree/images_panel.h"
#include "app/gui/tree/node_panel.h"
#include "app/gui/tree/tree_bar.h"
#include "app/gui/tree/tree_page.h"
#include "widgets/filmstrip.h"
#include "widgets/search_combo.h"
#include "widgets/tree_model.h"
#include "widgets/tree_transport.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

namespace mutascope::gui {

namespace {
constexpr int speechLines = 4;
}

TreePage::TreePage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildTree());
    splitter->addWidget(buildSide());
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({780, 500});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(buildHeader());
    layout->addWidget(splitter, 1);
    setFocusProxy(m_view);
    connectWorkspace();
    connectWalker();
    connectTransport();
    connectChoices();
    setKind(bridge::TreeKind::Search);
    fillRuns();
    reset(tr("Start a run, or open a session."));
}

QWidget *TreePage::buildHeader()
{
    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    m_run = new widgets::SearchCombo;
    m_run->setObjectName(QStringLiteral("treeRun"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("The run whose trees are shown"));
    m_tree = new QSpinBox;
    m_tree->setObjectName(QStringLiteral("treeNumber"));
    m_tree->setKeyboardTracking(false);
    m_tree->setToolTip(tr("Goes to the end of this tree"));
    m_treeLabel = new QLabel(tr("Tr&ee"));
    m_treeLabel->setBuddy(m_tree);
    m_pin = new QToolButton;
    m_pin->setObjectName(QStringLiteral("treePin"));
    m_pin->setText(tr("Pin"));
    m_pin->setToolTip(tr("The details stay with the chosen node instead of following the search (P)"));
    m_pin->setCheckable(true);
    layout->addWidget(m_run);
    layout->addSpacing(8);
    layout->addWidget(m_treeLabel);
    layout->addWidget(m_tree);
    layout->addStretch();
    layout->addWidget(m_pin);
    addExport(layout);
    connect(m_run, &QComboBox::currentIndexChanged, this,
            [this] { m_workspace.setCurrentRun(m_run->currentData().toLongLong()); });
    return header;
}

void TreePage::addExport(QHBoxLayout *layout)
{
    m_export = new QToolButton;
    m_export->setObjectName(QStringLiteral("treeExport"));
    m_export->setText(tr("Export"));
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_export->setToolTip(tr("Write the tree that is shown into a file"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_export);
    const auto add = [&](const QString &text, const QString &suffix, const QString &filter) {
        QAction *action = menu->addAction(text, this, [this, suffix, filter] { askExport(suffix, filter); });
        action->setStatusTip(tr("Write the tree that is shown into a file"));
        action->setToolTip(action->statusTip());
    };
    add(tr("Drawing as &SVG…"), QStringLiteral("svg"), tr("SVG (*.svg)"));
    add(tr("Drawing as &PNG…"), QStringLiteral("png"), tr("PNG (*.png)"));
    add(tr("Tree as Graphviz &DOT…"), QStringLiteral("dot"), tr("Graphviz (*.dot)"));
    add(tr("Tree as &JSON…"), QStringLiteral("json"), tr("JSON (*.json)"));
    m_export->setMenu(menu);
    layout->addWidget(m_export);
}

void TreePage::askExport(const QString &suffix, const QString &filter)
{
    auto *dialog = new QFileDialog(this, tr("Export Tree"), bridge::browsingFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(filter);
    dialog->setDefaultSuffix(suffix);
    connect(dialog, &QFileDialog::fileSelected, this, &TreePage::exportTree);
    dialog->open();
}

QWidget *TreePage::buildTree()
{
    m_view = new widgets::TreeView;
    m_view->setObjectName(QStringLiteral("treeView"));
    m_bar = new TreeBar(m_view);
    m_transport = new widgets::TreeTransport;
    m_transport->setObjectName(QStringLiteral("treeTransport"));
    auto *pin = new QAction(this);
    pin->setShortcut(Qt::Key_P);
    pin->setShortcutContext(Qt::WidgetShortcut);
    connect(pin, &QAction::triggered, this, [this] { m_pin->toggle(); });
    auto *film = new QAction(this);
    film->setShortcut(Qt::Key_F);
    film->setShortcutContext(Qt::WidgetShortcut);
    connect(film, &QAction::triggered, this, [this] {
        showImages();
        m_images->film()->setFocus();
    });
    m_view->addActions({m_transport->stepAction(), m_transport->backAction(), pin, film});
    auto *left = new QWidget;
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_view, 1);
    layout->addWidget(buildSpeech());
    layout->addWidget(m_transport);
    return left;
}

QWidget *TreePage::buildSpeech()
{
    auto *box = new QWidget;
    m_phase = new QLabel;
    m_phase->setObjectName(QStringLiteral("treePhaseName"));
    QFont bold = m_phase->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_phase->setFont(bold);
    m_speech = new QPlainTextEdit;
    m_speech->setObjectName(QStringLiteral("treeSpeech"));
    m_speech->setAccessibleName(tr("What happens"));
    m_speech->setReadOnly(true);
    m_speech->setTabChangesFocus(true);
    m_speech->setFrameShape(QFrame::NoFrame);
    m_speech->viewport()->setAutoFillBackground(false);
    m_speech->setFixedHeight(fontMetrics().lineSpacing() * speechLines + 10);
    m_phase->setBuddy(m_speech);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_phase);
    layout->addWidget(m_speech);
    return box;
}

QWidget *TreePage::buildSide()
{
    m_node = new NodePanel;
    m_images = new ImagesPanel;
    m_model = new widgets::TreeModel(this);
    m_table = new QTreeView;
    m_table->setObjectName(QStringLiteral("treeTable"));
    m_table->setAccessibleName(tr("Tree as a table"));
    m_table->setModel(m_model);
    m_table->setUniformRowHeights(true);
    m_table->setAlternatingRowColors(true);
    m_table->header()->resizeSection(widgets::TreeModel::Node, 170);
    for (int column = widgets::TreeModel::Visits; column <= widgets::TreeModel::Potential; ++column)
        m_table->header()->resizeSection(column, fontMetrics().horizontalAdvance(tr("mean reward")) + 24);
    m_table->addActions({m_transport->stepAction(), m_transport->backAction()});
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("treeTabs"));
    m_tabs->setDocumentMode(true); // a pane of its own has another colour than what lies in it
    m_tabs->addTab(m_node, tr("&Node"));
    m_tabs->addTab(m_images, tr("&Images"));
    m_tabs->addTab(m_table, tr("Ta&ble"));
    return m_tabs;
}

void TreePage::fillRuns()
{
    fillRunChoice(*m_run, m_workspace);
}

} // namespace mutascope::gui
