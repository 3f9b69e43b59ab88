// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_page.h"

#include "app/gui/label/adjudication_view.h"
#include "app/gui/label/disputes_panel.h"
#include "app/gui/label/label_exchange.h"
#include "app/gui/label/label_overview.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/label/label_view.h"
#include "app/gui/label/protocol_dialog.h"

#include <QLabel>
#include <QShowEvent>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace mutascope::gui {

LabelPage::LabelPage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("labelPage"));
    m_hint = makeHint(QStringLiteral("labelHint"));
    m_hint->setText(
        tr("Open a session first: its failing tests are what people judge.\n\nThe Welcome page opens "
           "one; a run makes one."));
    m_overview = new LabelOverview(workspace, m_book);
    m_view = new LabelView;
    m_adjudication = new AdjudicationView(m_book);
    m_stack = new QStackedWidget;
    for (QWidget *part : std::initializer_list<QWidget *>{m_hint, m_overview, m_view, m_adjudication})
        m_stack->addWidget(part);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_exchange = new LabelExchange(workspace, m_book, this);
    connectAll();
    reset();
}

LabelPage::~LabelPage() = default;

void LabelPage::connectAll()
{
    connect(&m_workspace, &Workspace::sessionChanged, this, &LabelPage::reset);
    connect(&m_book, &bridge::LabelBook::failed, this, [this](const QString &what, const QString &hint) {
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(m_overview, &LabelOverview::startRequested, this, &LabelPage::start);
    connect(m_overview, &LabelOverview::newRequested, this, &LabelPage::askProtocol);
    connect(m_overview, &LabelOverview::handOutRequested, this,
            [this] { exchange(&LabelExchange::askHandOut); });
    connect(m_overview, &LabelOverview::exportRequested, this,
            [this] { exchange(&LabelExchange::askExport); });
    connect(m_overview, &LabelOverview::mergeRequested, m_exchange, &LabelExchange::askMerge);
    connect(m_overview, &LabelOverview::importRequested, this, [this] {
        if (const bridge::LabelProtocolInfo *info = m_overview->current())
            m_exchange->askImport(info->values, m_overview->labeller());
    });
    connect(m_overview, &LabelOverview::decideRequested, this, &LabelPage::decide);
    connect(m_view, &LabelView::left, this, [this] {
        m_workspace.reader().reread();
        showOverview();
    });
    connect(m_view, &LabelView::failed, this, [this](const QString &what, const QString &hint) {
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(m_adjudication, &AdjudicationView::left, this, &LabelPage::showOverview);
}

bool LabelPage::isBlind() const
{
    return m_blind;
}

void LabelPage::reset()
{
    m_view->end();
    const bool open = m_workspace.reader().isOpen();
    m_book.setFile(open ? m_workspace.reader().file() : QString());
    if (open)
        showOverview();
    else
        m_stack->setCurrentWidget(m_hint);
}

void LabelPage::showOverview()
{
    if (m_view->isOpen() || m_book.file().isEmpty())
        return;
    m_book.release();
    m_stack->setCurrentWidget(m_overview);
    if (std::exchange(m_blind, false))
        Q_EMIT blindChanged();
    if (!isVisible())
        return;
    m_overview->refresh();
    m_overview->setFocus(Qt::OtherFocusReason);
}

void LabelPage::start()
{
    if (const bridge::LabelProtocolInfo *chosen = m_overview->current())
        return begin(chosen->values);
    m_book.createSuggested([this](const bridge::LabelProtocolValues &made) {
        m_overview->choose(made.uuid, made.version);
        begin(made);
    });
}

// From here on nothing in the window tells where the images come from.
void LabelPage::begin(const bridge::LabelProtocolValues &protocol)
{
    m_blind = protocol.hidesGenerator || protocol.hidesExpected || protocol.hidesPredicted;
    Q_EMIT blindChanged();
    m_stack->setCurrentWidget(m_view);
    m_book.release([this, protocol] { // one writer at a time
        if (m_stack->currentWidget() != m_view || !isVisible())
            return showOverview(); // left in the meantime
        m_view->begin(m_book.file(), protocol.uuid, protocol.version, m_overview->labeller());
    });
}

void LabelPage::askProtocol()
{
    m_book.fetchSuggested([this](const bridge::LabelProtocolValues &usual) {
        auto *dialog = new ProtocolDialog(m_workspace, usual, m_overview->protocols(), this);
        connect(dialog, &ProtocolDialog::protocolMade, this,
                [this](const bridge::LabelProtocolValues &values) {
                    m_book.createProtocol(values, [this](const bridge::LabelProtocolValues &made) {
                        m_overview->choose(made.uuid, made.version);
                    });
                });
        dialog->open();
    });
}

void LabelPage::decide(int first)
{
    const bridge::LabelProtocolInfo *protocol = m_overview->current();
    if (!protocol || m_overview->disputes()->items().isEmpty())
        return;
    if (m_overview->labeller().isEmpty()) {
        m_workspace.report(Workspace::Severity::Warning, tr("Nobody's name is given for the decisions."),
                           tr("Write your name into 'Labeller' first"));
        return;
    }
    QList<bridge::DisputedItem> items = m_overview->disputes()->items();
    std::rotate(items.begin(), items.begin() + first, items.end());
    m_stack->setCurrentWidget(m_adjudication);
    m_adjudication->begin(protocol->values, items, m_overview->labeller());
}

// About the chosen protocol.
void LabelPage::exchange(void (LabelExchange::*ask)(const bridge::LabelProtocolValues &))
{
    if (const bridge::LabelProtocolInfo *info = m_overview->current())
        (m_exchange->*ask)(info->values);
}

void LabelPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous() && m_stack->currentWidget() == m_overview)
        m_overview->refresh();
}

// Who leaves the page has left the work, too: everything is stored, and runs can write to the session again.
void LabelPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (event->spontaneous())
        return;
    m_view->end();
    if (m_stack->currentWidget() == m_adjudication)
        showOverview();
}

} // namespace mutascope::gui
