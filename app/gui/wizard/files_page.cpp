// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/wizard/files_page.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace mutascope::gui {

namespace {

QString cleaned(const QString &text)
{
    const QString path = text.trimmed();
    return path.isEmpty() ? path : QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

QLabel *makeNote(const QString &text)
{
    auto *note = new QLabel(text);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    return note;
}

} // namespace

FilesPage::FilesPage(ImportState &state, QWidget *parent) : QWizardPage(parent), m_state(state)
{
    setTitle(tr("Model and data"));
    setSubTitle(tr("Choose a classifier and labelled images. The rest is found out by trying; nothing in "
                   "either is changed. Both can also be dropped here."));
    m_output = new QLineEdit;
    m_output->setObjectName(QStringLiteral("importOutput"));
    m_output->setPlaceholderText(tr("the only one, or the first"));
    m_output->setToolTip(tr("Of a model that gives a tuple or a dictionary: its place or name, such as 0 or "
                            "logits"));
    m_blackBox = new QCheckBox(tr("&Predictions only"));
    m_blackBox->setObjectName(QStringLiteral("importBlackBox"));
    m_blackBox->setToolTip(tr("For ONNX models with operators Mutascope does not know: no coverage criteria, "
                              "no gradients"));
    m_problem = new QLabel;
    m_problem->setWordWrap(true);
    auto *form = new QFormLayout(this);
    form->setVerticalSpacing(10);
    form->addRow(tr("&Model"), buildModel());
    form->addRow(QString(), makeNote(tr("TorchScript (.pt, .pth, .torchscript) or ONNX (.onnx)")));
    form->addRow(tr("&Data"), buildData());
    form->addRow(QString(),
                 makeNote(tr("A folder with one folder a class, CIFAR or IDX files, a CSV file with images, "
                             "or .npy and .npz arrays")));
    form->addRow(tr("Model &output"), m_output);
    form->addRow(QString(), m_blackBox);
    form->addRow(m_problem);
    for (QLineEdit *edit : {m_model, m_data})
        connect(edit, &QLineEdit::textChanged, this, &FilesPage::showState);
    showState();
}

QWidget *FilesPage::buildModel()
{
    auto *row = new QWidget;
    m_model = new QLineEdit;
    m_model->setObjectName(QStringLiteral("importModel"));
    m_model->setAccessibleName(tr("Model file"));
    auto *browse = new QPushButton(tr("&Choose…"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_model, 1);
    layout->addWidget(browse);
    row->setFocusProxy(m_model);
    connect(browse, &QPushButton::clicked, this, &FilesPage::browseModel);
    return row;
}

QWidget *FilesPage::buildData()
{
    auto *row = new QWidget;
    m_data = new QLineEdit;
    m_data->setObjectName(QStringLiteral("importData"));
    m_data->setAccessibleName(tr("Data folder or file"));
    auto *folder = new QPushButton(tr("&Folder…"));
    auto *file = new QPushButton(tr("F&ile…"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_data, 1);
    layout->addWidget(folder);
    layout->addWidget(file);
    row->setFocusProxy(m_data);
    connect(folder, &QPushButton::clicked, this, [this] { browseData(true); });
    connect(file, &QPushButton::clicked, this, [this] { browseData(false); });
    return row;
}

void FilesPage::browseModel()
{
    auto *dialog = new QFileDialog(this, tr("Model"), QFileInfo(m_model->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Models (*.pt *.pth *.ts *.torchscript *.onnx)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, m_model, &QLineEdit::setText);
    dialog->open();
}

void FilesPage::browseData(bool folder)
{
    auto *dialog = new QFileDialog(this, tr("Data"), QFileInfo(m_data->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(dialog, &QFileDialog::fileSelected, m_data, &QLineEdit::setText);
    dialog->open();
}

void FilesPage::setModel(const QString &path)
{
    m_model->setText(path);
}

void FilesPage::setData(const QString &path)
{
    m_data->setText(path);
}

void FilesPage::showState()
{
    const QString model = cleaned(m_model->text());
    const QString images = cleaned(m_data->text());
    if (!model.isEmpty() && !QFileInfo(model).isFile())
        m_problem->setText(tr("There is no model file ‘%1’.").arg(QDir::toNativeSeparators(model)));
    else if (!images.isEmpty() && !QFileInfo::exists(images))
        m_problem->setText(tr("There is no data at ‘%1’.").arg(QDir::toNativeSeparators(images)));
    else
        m_problem->clear();
    Q_EMIT completeChanged();
}

bool FilesPage::isComplete() const
{
    return !m_model->text().trimmed().isEmpty() && !m_data->text().trimmed().isEmpty()
        && m_problem->text().isEmpty();
}

// Other files: what was given for the ones before no longer counts.
bool FilesPage::validatePage()
{
    bridge::ImportChoices choices;
    choices.model = cleaned(m_model->text());
    choices.data = cleaned(m_data->text());
    choices.output = m_output->text().trimmed();
    choices.blackBox = m_blackBox->isChecked();
    const bridge::ImportChoices &old = m_state.choices();
    const bool same = old.model == choices.model && old.data == choices.data && old.output == choices.output
        && old.blackBox == choices.blackBox;
    if (!same)
        m_state.setChoices(choices);
    else if (!m_state.outcome() && !m_state.isBusy())
        m_state.measureAgain(); // the files may have been repaired
    return true;
}

} // namespace mutascope::gui
