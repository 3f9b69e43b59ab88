// SPDX-License-Identifier: GPL-3.0-or-later
// State of ImageCompare: images, common view and the widgets that show them.
#pragma once

#include "widgets/difference_legend.h"
#include "widgets/image_compare.h"
#include "widgets/image_pane.h"

#include <QCheckBox>
#include <QLabel>
#include <array>

class QGridLayout;

namespace mutascope::widgets {

struct ImageCompare::Private {
    ImageView view;
    ImageDifference difference;
    std::array<ImagePane *, 3> panes{};
    std::array<QLabel *, 3> captions{};
    QImage mutantImage; // the pane shows the seed while it flickers
    DifferenceLegend *legend = nullptr;
    QLabel *scaleLabel = nullptr;
    QLabel *readout = nullptr;
    QLabel *zoomLabel = nullptr;
    QWidget *zoomRow = nullptr;
    QCheckBox *fullScale = nullptr;
    QGridLayout *grid = nullptr;
    QString seedCaption;
    QString mutantCaption;
    bool fit = true;
    bool flickering = false;

    const QImage &seed() const { return panes[0]->image(); }
    const QImage &mutant() const { return mutantImage; }
    QSizeF extent() const { return seed().isNull() ? mutant().size() : seed().size(); }
    double fitZoom() const;
};

} // namespace mutascope::widgets
