// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/job_forms.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace mutascope::gui {

TransferForm::TransferForm(Workspace &workspace, QWidget *parent)
    : JobForm(workspace,
              tr("Puts the failing tests of every run of the session to other models: which of them fail "
                 "there as well?"),
              tr("&Compare"), QStringLiteral("startTransfer"), parent)
{
    m_models = makeList(QStringLiteral("transferModels"), tr("Models that the tests are put to"));
    m_models->setMaximumHeight(QWIDGETSIZE_MAX);
    m_models->setSelectionMode(QAbstractItemView::ExtendedSelection);
    column()->addWidget(new QLabel(tr("Models")));
    column()->addWidget(m_models, 1);
    column()->addWidget(buildButtons());
    refresh();
}

QWidget *TransferForm::buildButtons()
{
    auto *project = new QPushButton(tr("Add &project…"));
    auto *file = new QPushButton(tr("Add model &file…"));
    file->setToolTip(tr("A model file alone is fed like the model of the run"));
    auto *remove = new QPushButton(tr("Re&move"));
    remove->setObjectName(QStringLiteral("transferRemove"));
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QPushButton *button : {project, file, remove})
        layout->addWidget(button);
    connect(project, &QPushButton::clicked, this, [this] { askModel(true); });
    connect(file, &QPushButton::clicked, this, [this] { askModel(false); });
    connect(remove, &QPushButton::clicked, this, [this] {
        qDeleteAll(m_models->selectedItems());
        showProblem();
    });
    return row;
}

void TransferForm::askModel(bool project)
{
    auto *dialog = new QFileDialog(this, project ? tr("Project") : tr("Model"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(project ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, project);
    if (!project)
        dialog->setNameFilters({tr("Models (*.pt *.pth *.ts *.torchscript *.onnx)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &TransferForm::addModel);
    dialog->open();
}

void TransferForm::addModel(const QString &path)
{
    if (order().models.contains(path))
        return;
    auto *item = new QListWidgetItem(QDir::toNativeSeparators(path), m_models);
    item->setData(Qt::UserRole, path);
    item->setToolTip(item->text());
    showProblem();
}

// The open project is the first thing one wants to compare with.
void TransferForm::fill()
{
    if (m_models->count() == 0 && m_workspace.project())
        addModel(m_workspace.project()->folder);
}

QString TransferForm::problem() const
{
    if (!m_workspace.reader().isOpen())
        return tr("Open a session first, or make a run.");
    return m_models->count() == 0 ? tr("Add a model at least.") : QString();
}

bridge::TransferOrder TransferForm::order() const
{
    bridge::TransferOrder order;
    order.sessionFile = m_workspace.reader().file();
    for (int row = 0; row < m_models->count(); ++row)
        order.models.append(m_models->item(row)->data(Qt::UserRole).toString());
    return order;
}

void TransferForm::start()
{
    m_workspace.models().transfer(order());
}

} // namespace mutascope::gui
