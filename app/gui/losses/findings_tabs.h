// SPDX-License-Identifier: GPL-3.0-or-later
// The losses of a run, and beside them, in tabs, what it published of its search: how similar the candidates
// of CAGFuzz were to their seeds, and from which class SinVAD reached which.
#pragma once

#include "app/bridge/losses.h"

#include <QTabWidget>

class QLabel;

namespace mutascope::widgets {
class ActivationPlot;
class ShareTable;
} // namespace mutascope::widgets

namespace mutascope::gui {

class Workspace;

class FindingsTabs : public QTabWidget {
    Q_OBJECT

public:
    FindingsTabs(QWidget *losses, Workspace &workspace, QWidget *parent = nullptr);

    // classNames: of the run. Documents that cannot be read are left out.
    void setDocuments(const QList<bridge::PublishedDocument> &documents, const QStringList &classNames);
    widgets::ActivationPlot *similarity() const { return m_similarity; }
    widgets::ShareTable *targets() const { return m_targets; }

private:
    enum Tab { Losses, Similarity, Targets };
    QWidget *buildSimilarity();
    QWidget *buildTargets(Workspace &workspace);
    bool showSimilarity(const QJsonObject &content);
    bool showTargets(const QJsonObject &content, const QStringList &classNames);

    QLabel *m_similarityNote = nullptr;
    widgets::ActivationPlot *m_similarity = nullptr;
    QLabel *m_targetsNote = nullptr;
    widgets::ShareTable *m_targets = nullptr;
};

} // namespace mutascope::gui
