// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/coverage/origin_panel.h"

#include "widgets/image_compare.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {
constexpr int seedEdge = 224; // pixels on the screen
} // namespace

OriginPanel::OriginPanel(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_description = new QLabel;
    m_description->setObjectName(QStringLiteral("neuronDescription"));
    m_description->setWordWrap(true);
    QFont bold = m_description->font();
    bold.setBold(true);
    m_description->setFont(bold);
    m_origin = new QLabel;
    m_origin->setObjectName(QStringLiteral("neuronOrigin"));
    m_origin->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_seed = new QLabel;
    m_seed->setAlignment(Qt::AlignCenter);
    m_images = new widgets::ImageCompare;
    m_images->setDifferenceVisible(false);
    m_images->setControlsVisible(false); // the Compare page has them
    m_compare = new QPushButton(tr("Co&mpare"));
    m_compare->setObjectName(QStringLiteral("compareOrigin"));
    m_compare->setToolTip(tr("Show this test on the Compare page"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_description);
    layout->addWidget(m_origin);
    layout->addWidget(m_progress);
    layout->addWidget(m_seed);
    layout->addWidget(m_images, 1);
    layout->addWidget(m_compare, 0, Qt::AlignRight);
    layout->addStretch();
    connect(m_compare, &QPushButton::clicked, this,
            [this] { Q_EMIT m_workspace.testActivated(m_shown.test.id); });
    clear();
}

void OriginPanel::clear()
{
    showNeuron({});
    m_origin->setText(tr("Click a neuron to see which stored test covered it first."));
}

void OriginPanel::showNeuron(const QString &description)
{
    m_shown = {};
    m_description->setText(description);
    m_description->setVisible(!description.isEmpty());
    m_origin->clear();
    m_progress->hide();
    m_seed->hide();
    m_images->hide();
    m_compare->hide();
}

void OriginPanel::showProgress(double fraction)
{
    m_origin->setText(tr("Looking for the stored test that covered it first…"));
    m_progress->setRange(0, fraction < 0 ? 0 : 100);
    m_progress->setValue(int(100 * fraction));
    m_progress->show();
}

void OriginPanel::showText(const QString &text)
{
    m_progress->hide();
    m_origin->setText(text);
}

void OriginPanel::showOrigin(const bridge::NeuronOrigin &origin)
{
    const QString label = m_workspace.className(origin.label);
    m_shown = origin;
    switch (origin.kind) {
    case bridge::NeuronOrigin::Kind::Nothing:
        return showText(tr("No stored test covers it: passing tests are stored only when the generator keeps "
                           "them."));
    case bridge::NeuronOrigin::Kind::Seed:
        showText(tr("Covered before the search began: first by seed %1 (%2).").arg(origin.seed).arg(label));
        m_seed->setPixmap(QPixmap::fromImage(
            origin.seedImage.scaled(seedEdge, seedEdge, Qt::KeepAspectRatio, Qt::FastTransformation)));
        m_seed->setAccessibleName(tr("seed: %1").arg(label));
        break;
    case bridge::NeuronOrigin::Kind::Test: {
        const QString predicted = m_workspace.className(origin.test.predicted);
        const QString failing = origin.test.failing ? tr(", failing") : QString();
        showText(tr("The first stored test that covers it is test %1: %2 → %3 by %4%5.")
                     .arg(origin.test.id)
                     .arg(label, predicted, origin.mutation, failing));
        m_images->setImages(origin.seedImage, origin.image, tr("seed: %1").arg(label),
                            tr("test: %1").arg(predicted));
        break;
    }
    }
    const bool byTest = origin.kind == bridge::NeuronOrigin::Kind::Test;
    m_seed->setVisible(!byTest);
    m_images->setVisible(byTest);
    m_compare->setVisible(byTest);
}

} // namespace mutascope::gui
