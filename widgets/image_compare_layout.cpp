// SPDX-License-Identifier: GPL-3.0-or-later
// Seed, mutant and difference side by side: the widgets and their places.
#include "widgets/elided_label.h"
#include "widgets/image_compare_p.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::widgets {

void ImageCompare::buildPanes()
{
    const std::array names{tr("Seed"), tr("Mutant"), tr("Signed difference")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto *pane = m_d->panes[i] = new ImagePane(&m_d->view, this);
        auto *caption = new ElidedLabel(0, this); // long captions must not push the panes apart
        m_d->captions[i] = caption;
        caption->setText(names[i]);
        pane->setAccessibleName(names[i]);
        pane->installEventFilter(this);
        caption->setAlignment(Qt::AlignCenter);
        m_d->grid->addWidget(caption, 0, static_cast<int>(i));
        m_d->grid->addWidget(pane, 1, static_cast<int>(i));
        m_d->grid->setColumnStretch(static_cast<int>(i), 1);
        connect(pane, &ImagePane::zoomRequested, this,
                [this](double factor, const QPointF &anchor) { setZoom(m_d->view.zoom * factor, anchor); });
        connect(pane, &ImagePane::panRequested, this, &ImageCompare::panBy);
        connect(pane, &ImagePane::pixelHovered, this, &ImageCompare::hover);
        connect(pane, &ImagePane::fitRequested, this, &ImageCompare::zoomToFit);
    }
    m_d->grid->setRowStretch(1, 1);
}

QToolButton *ImageCompare::zoomButton(const QString &text, const QString &toolTip,
                                      void (ImageCompare::*slot)())
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // the keys belong to the comparison
    connect(button, &QToolButton::clicked, this, slot);
    return button;
}

void ImageCompare::buildZoomRow()
{
    m_d->zoomLabel = new QLabel(this);
    m_d->zoomLabel->setAlignment(Qt::AlignCenter);
    m_d->zoomLabel->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("6400 %")) + 8);
    auto *hint = new ElidedLabel(0, this);
    hint->setText(tr("Hold Space: see the seed in its place"));
    hint->setAllOrNothing(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_d->zoomRow = new QWidget(this);
    auto *row = new QHBoxLayout(m_d->zoomRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(zoomButton(QStringLiteral("−"), tr("Zoom out (−)"), &ImageCompare::zoomOut));
    row->addWidget(m_d->zoomLabel);
    row->addWidget(zoomButton(QStringLiteral("+"), tr("Zoom in (+)"), &ImageCompare::zoomIn));
    row->addWidget(zoomButton(tr("Fit"), tr("Show the whole image (0)"), &ImageCompare::zoomToFit));
    row->addWidget(
        zoomButton(tr("1:1"), tr("One screen pixel for each pixel (1)"), &ImageCompare::zoomToActualSize));
    row->addSpacing(8);
    row->addWidget(hint, 1);
    m_d->grid->addWidget(m_d->zoomRow, 2, 0, 1, 2, Qt::AlignTop);
    auto *scale = new QVBoxLayout;
    scale->setSpacing(2);
    m_d->legend = new DifferenceLegend(this);
    m_d->scaleLabel = new QLabel(this);
    m_d->scaleLabel->setAlignment(Qt::AlignCenter);
    m_d->scaleLabel->setWordWrap(true);
    scale->addWidget(m_d->legend);
    scale->addWidget(m_d->scaleLabel);
    m_d->grid->addLayout(scale, 2, 2);
}

void ImageCompare::buildFooter()
{
    m_d->readout = new QLabel(this);
    m_d->readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_d->readout->setMinimumWidth(1);
    m_d->fullScale = new QCheckBox(tr("Fixed &scale ±255"), this);
    m_d->fullScale->setToolTip(tr("Makes differences of several mutants comparable; otherwise the largest "
                                  "difference gets the full colour"));
    auto *footer = new QHBoxLayout;
    footer->addWidget(m_d->readout, 1);
    footer->addWidget(m_d->fullScale);
    static_cast<QVBoxLayout *>(layout())->addLayout(footer);
    connect(m_d->fullScale, &QCheckBox::toggled, this, [this] {
        updateDifference();
        Q_EMIT scaleModeChanged(scaleMode());
    });
}

} // namespace mutascope::widgets
