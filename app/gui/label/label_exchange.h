// SPDX-License-Identifier: GPL-3.0-or-later
// Labels on their way: hand-outs, copies that are merged, files of other programs. Asks, orders, says what
// came of it.
#pragma once

#include "app/bridge/label_book.h"

#include <QObject>

class QWidget;

namespace mutascope::gui {

class Workspace;

class LabelExchange : public QObject {
    Q_OBJECT

public:
    // dialogs belong to window.
    LabelExchange(Workspace &workspace, bridge::LabelBook &book, QWidget *window);

    void askHandOut(const bridge::LabelProtocolValues &protocol);
    void askMerge();
    void askExport(const bridge::LabelProtocolValues &protocol);
    void askImport(const bridge::LabelProtocolValues &protocol, const QString &labeller);

private:
    void handOut(const bridge::LabelProtocolValues &protocol, const QString &labeller, const QString &file);
    void exportTo(const bridge::LabelProtocolValues &protocol, const QString &filter, const QString &file);
    void showMerged(const bridge::LabelMergeValues &merged);
    void showImported(const bridge::LabelImportValues &imported);
    void report(bool fine, const QString &text, const QStringList &details);

    Workspace &m_workspace;
    bridge::LabelBook &m_book;
    QWidget *m_window = nullptr;
};

} // namespace mutascope::gui
