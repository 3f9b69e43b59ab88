// SPDX-License-Identifier: GPL-3.0-or-later
// What is set before a job on models: one form a kind of job.
#pragma once

#include "app/bridge/job_values.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace mutascope::widgets {
class ParamForm;
}

namespace mutascope::gui {

class PathEdit;

// A column with a button at its foot that starts the job, and beside it why it cannot yet.
class JobForm : public QWidget {
    Q_OBJECT

public:
    JobForm(Workspace &workspace, const QString &purpose, const QString &startText, const QString &startName,
            QWidget *parent = nullptr);
    void refresh(); // what can be chosen, and whether it can start

protected:
    virtual void start() = 0;
    virtual QString problem() const = 0; // empty: it can start
    virtual void fill() { } // what can be chosen now
    QVBoxLayout *column() const { return m_column; }
    void showProblem();
    QListWidget *makeList(const QString &objectName, const QString &accessibleName);
    widgets::ParamForm *addParams(const QString &objectName); // to the column, as high as there is room
    PathEdit *makeFolder(const QString &objectName);

    Workspace &m_workspace;

private:
    QVBoxLayout *m_column = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_start = nullptr;
};

class RetrainForm : public JobForm {
    Q_OBJECT

public:
    explicit RetrainForm(Workspace &workspace, QWidget *parent = nullptr);
    bridge::RetrainOrder order() const;

protected:
    void start() override;
    QString problem() const override;
    void fill() override;

private:
    QListWidget *m_runs = nullptr;
    widgets::ParamForm *m_params = nullptr;
    PathEdit *m_folder = nullptr;
    QString m_suggested; // folder
};

class TrainForm : public JobForm {
    Q_OBJECT

public:
    explicit TrainForm(Workspace &workspace, QWidget *parent = nullptr);
    bridge::TrainOrder order() const;

protected:
    void start() override;
    QString problem() const override;
    void fill() override;

private:
    void showArchitecture();

    QList<bridge::ArchitectureEntry> m_entries;
    QComboBox *m_architecture = nullptr;
    QLabel *m_summary = nullptr;
    PathEdit *m_data = nullptr;
    widgets::ParamForm *m_params = nullptr;
    PathEdit *m_folder = nullptr;
};

class TransferForm : public JobForm {
    Q_OBJECT

public:
    explicit TransferForm(Workspace &workspace, QWidget *parent = nullptr);
    bridge::TransferOrder order() const;
    void addModel(const QString &path); // a project's folder, or a model file

protected:
    void start() override;
    QString problem() const override;
    void fill() override;

private:
    QWidget *buildButtons();
    void askModel(bool project);

    QListWidget *m_models = nullptr;
};

} // namespace mutascope::gui
