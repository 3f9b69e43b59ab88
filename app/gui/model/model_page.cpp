// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model/model_page.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "app/gui/model/layer_panel.h"
#include "app/gui/model/neuron_panel.h"

#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QGroupBox>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

// Two lines: what it is in small letters, and how much.
QString fact(const QString &name, const QString &value)
{
    return QStringLiteral("<td style='padding-right:26px'><small>%1</small><br><b>%2</b></td>")
        .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

qint64 neuronsOf(const bridge::ModelFacts &model)
{
    qint64 neurons = 0;
    for (const bridge::LayerEntry &layer : model.layers)
        neurons += layer.neurons;
    return neurons;
}

} // namespace

ModelPage::ModelPage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *hint = new QLabel(tr("Open a project to see its model."));
    hint->setAlignment(Qt::AlignCenter);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(hint);
    m_stack->addWidget(buildContent());
    connect(&workspace, &Workspace::projectChanged, this, &ModelPage::showProject);
}

QWidget *ModelPage::buildHeader()
{
    auto *header = new QFrame;
    header->setFrameShape(QFrame::StyledPanel);
    m_name = new QLabel;
    m_name->setObjectName(QStringLiteral("modelName"));
    m_name->setFont(scaledFont(m_name->font(), 1.8));
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_file = new QLabel;
    m_file->setForegroundRole(QPalette::PlaceholderText);
    m_file->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_file->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts = new QLabel;
    m_facts->setObjectName(QStringLiteral("modelFacts"));
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *accuracy = new AccuracyView(m_workspace, QStringLiteral("modelAccuracy"));
    accuracy->setFixedWidth(330);
    auto *names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(m_name);
    names->addWidget(m_file);
    auto *top = new QHBoxLayout;
    top->addLayout(names, 1);
    top->addWidget(accuracy);
    auto *layout = new QVBoxLayout(header);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addWidget(m_facts);
    return header;
}

QWidget *ModelPage::buildContent()
{
    auto *content = new QWidget;
    m_layers = new LayerPanel;
    m_neurons = new NeuronPanel(m_workspace);
    auto *layers = new QGroupBox(tr("Layers"));
    auto *layersLayout = new QVBoxLayout(layers);
    layersLayout->addWidget(m_layers);
    auto *neurons = new QGroupBox(tr("Activation of one neuron"));
    auto *neuronsLayout = new QVBoxLayout(neurons);
    neuronsLayout->addWidget(m_neurons);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(layers);
    splitter->addWidget(neurons);
    splitter->setSizes({600, 620});
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHeader());
    layout->addWidget(splitter, 1);
    connect(m_layers, &LayerPanel::currentLayerChanged, m_neurons, &NeuronPanel::setLayer);
    connect(m_layers, &LayerPanel::patternChanged, this, &ModelPage::layerPatternChanged);
    return content;
}

void ModelPage::showProject()
{
    const bridge::ProjectInfo &project = *m_workspace.project();
    const bridge::ModelFacts &model = project.model;
    m_name->setText(model.name);
    m_file->setText(
        tr("%1 · SHA-256 %2…").arg(QFileInfo(project.modelFile).fileName(), project.modelSha256.left(12)));
    m_file->setToolTip(
        tr("%1\nSHA-256 %2").arg(QDir::toNativeSeparators(project.modelFile), project.modelSha256));
    m_facts->setText(
        QStringLiteral("<table cellspacing='0'><tr>") + fact(tr("Input"), project.inputText)
        + fact(tr("Channels"), model.channels) + fact(tr("Pixels 0 … 255"), model.pixels)
        + fact(tr("Classes"), countText(model.classes)) + fact(tr("Outputs"), model.outputs)
        + fact(tr("Layers"), countText(model.layers.size()))
        + fact(tr("Neurons"), countText(neuronsOf(model)))
        + (model.parameters > 0 ? fact(tr("Parameters"), countText(model.parameters)) : QString())
        + fact(tr("File"), QLocale().formattedDataSize(model.fileBytes, 1))
        + fact(tr("Test images"), countText(project.testImages)) + QStringLiteral("</tr></table>"));
    m_facts->setToolTip(tr("Classes: %1").arg(listText(project.classNames)));
    m_layers->setPattern(project.defaultLayers);
    m_layers->setLayers(model.layers);
    m_stack->setCurrentIndex(1);
}

void ModelPage::setLayerPattern(const QString &pattern)
{
    m_layers->setPattern(pattern);
}

void ModelPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_neurons->setActive(true);
}

void ModelPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_neurons->setActive(false);
}

} // namespace mutascope::gui
