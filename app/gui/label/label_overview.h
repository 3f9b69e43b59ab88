// SPDX-License-Identifier: GPL-3.0-or-later
// The protocols of a session: who has judged how much, how far they agree, and the way to begin.
#pragma once

#include "app/bridge/label_book.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QTabWidget;

namespace mutascope::gui {

class AgreementPanel;
class DisputesPanel;
class ValidityPanel;
class Workspace;

class LabelOverview : public QWidget {
    Q_OBJECT

public:
    LabelOverview(Workspace &workspace, bridge::LabelBook &book, QWidget *parent = nullptr);

    void refresh(); // reads the session anew
    bool isReading() const { return m_reading > 0; }
    const bridge::LabelProtocolInfo *current() const;
    const QList<bridge::LabelProtocolInfo> &protocols() const { return m_protocols; }
    void choose(const QString &protocol, int version);
    QString labeller() const;
    AgreementPanel *agreement() const { return m_agreement; }
    DisputesPanel *disputes() const { return m_disputes; }
    QTabWidget *tabs() const { return m_tabs; }

Q_SIGNALS:
    // Without a protocol the usual one is to be made first.
    void startRequested();
    void newRequested();
    void handOutRequested();
    void mergeRequested();
    void exportRequested();
    void importRequested();
    void decideRequested(int first);

private:
    QWidget *buildHeader();
    QWidget *buildProtocols();
    QWidget *buildButtons();
    QWidget *buildReports();
    void takeOverview(const bridge::LabelOverview &overview);
    void fillLabellers(const QStringList &names);
    void fillTable();
    void showCurrent();
    void readReport();
    void updateStart();
    template <typename Value>
    bridge::LabelBook::Answer<Value> reading(std::function<void(const Value &)> take);

    Workspace &m_workspace;
    bridge::LabelBook &m_book;
    QList<bridge::LabelProtocolInfo> m_protocols;
    int m_reading = 0;
    QString m_wanted; // protocol to be chosen when it is read
    int m_wantedVersion = 0;
    QComboBox *m_labeller = nullptr;
    QPushButton *m_start = nullptr;
    QLabel *m_note = nullptr;
    QStackedWidget *m_listStack = nullptr;
    QTableWidget *m_table = nullptr;
    QLabel *m_facts = nullptr;
    QPushButton *m_handOut = nullptr;
    QPushButton *m_export = nullptr;
    QPushButton *m_import = nullptr;
    QTabWidget *m_tabs = nullptr;
    AgreementPanel *m_agreement = nullptr;
    DisputesPanel *m_disputes = nullptr;
    ValidityPanel *m_validity = nullptr;
};

} // namespace mutascope::gui
