// SPDX-License-Identifier: GPL-3.0-or-later
// Labelling: the overview of a session's protocols, the place where one labeller works, the place where
// disagreements are decided.
#pragma once

#include "app/bridge/label_book.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace mutascope::gui {

class AdjudicationView;
class LabelExchange;
class LabelOverview;
class LabelView;

class LabelPage : public QWidget {
    Q_OBJECT

public:
    explicit LabelPage(Workspace &workspace, QWidget *parent = nullptr);
    ~LabelPage() override;

    bridge::LabelBook &book() { return m_book; }
    LabelOverview *overview() const { return m_overview; }
    LabelView *view() const { return m_view; }
    AdjudicationView *adjudication() const { return m_adjudication; }
    // An image waits for a labeller who must not know where it comes from: the window is to say nothing of
    // it.
    bool isBlind() const;

    void start(); // the chosen protocol, or the usual one

Q_SIGNALS:
    void blindChanged();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void connectAll();
    void reset();
    void begin(const bridge::LabelProtocolValues &protocol);
    void askProtocol();
    void decide(int first);
    void exchange(void (LabelExchange::*ask)(const bridge::LabelProtocolValues &));
    void showOverview();

    Workspace &m_workspace;
    bridge::LabelBook m_book;
    LabelExchange *m_exchange = nullptr;
    bool m_blind = false;
    QStackedWidget *m_stack = nullptr;
    QLabel *m_hint = nullptr;
    LabelOverview *m_overview = nullptr;
    LabelView *m_view = nullptr;
    AdjudicationView *m_adjudication = nullptr;
};

} // namespace mutascope::gui
