// SPDX-License-Identifier: GPL-3.0-or-later
// What is set before the tests of a run are minimised, reduced, clustered or deduplicated.
#pragma once

#include "app/bridge/after_values.h"
#include "app/gui/retrain/job_forms.h"

namespace mutascope::gui {

class AfterForm : public JobForm {
    Q_OBJECT

public:
    explicit AfterForm(Workspace &workspace, QWidget *parent = nullptr);
    void choose(bridge::AfterKind kind, qint64 run);
    bridge::AfterOrder order() const;

protected:
    void start() override;
    QString problem() const override;
    void fill() override;

private:
    QWidget *buildPlace();
    void showKind();
    void showPlace();
    bridge::AfterKind kind() const;
    bool usesOwnFile() const; // the new run goes to another session than the open one
    QString placeProblem() const;

    QComboBox *m_kind = nullptr;
    QLabel *m_summary = nullptr;
    QComboBox *m_run = nullptr;
    widgets::ParamForm *m_params = nullptr;
    QWidget *m_placeBox = nullptr;
    QComboBox *m_place = nullptr;
    PathEdit *m_file = nullptr;
};

} // namespace mutascope::gui
