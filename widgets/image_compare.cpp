// SPDX-License-Identifier: GPL-3.0-or-later
// Three linked panes: seed, mutant and their signed difference, with common zoom, pan and pixel readout.
#include "widgets/image_compare.h"

#include "widgets/image_compare_p.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {
namespace {

constexpr double kMinimumZoom = 1.0 / 16.0;
constexpr double kMaximumZoom = 64.0;
constexpr double kZoomStep = 1.41421356237;

QString signedNumber(int value)
{
    if (value == 0)
        return QStringLiteral("0");
    return (value > 0 ? QStringLiteral("+") : QStringLiteral("−")) + QString::number(std::abs(value));
}

QString levels(QRgb color, bool grey)
{
    if (grey)
        return QString::number(qRed(color));
    return QStringLiteral("(%1, %2, %3)").arg(qRed(color)).arg(qGreen(color)).arg(qBlue(color));
}

QString levelDifference(QRgb seed, QRgb mutant, bool grey)
{
    const QString red = signedNumber(qRed(mutant) - qRed(seed));
    if (grey)
        return red;
    return QStringLiteral("(%1, %2, %3)")
        .arg(red, signedNumber(qGreen(mutant) - qGreen(seed)), signedNumber(qBlue(mutant) - qBlue(seed)));
}

} // namespace

double ImageCompare::Private::fitZoom() const
{
    const QSizeF image = extent();
    if (image.isEmpty())
        return 1.0;
    const QSizeF room = panes[0]->size() - QSize(8, 8);
    const double zoom = std::min(room.width() / image.width(), room.height() / image.height());
    // Whole factors keep all pixels equally large.
    return std::clamp(zoom > 2.0 ? std::floor(zoom) : zoom, kMinimumZoom, kMaximumZoom);
}

ImageCompare::ImageCompare(QWidget *parent) : QWidget(parent), m_d(std::make_unique<Private>())
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Comparison of seed and mutant"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_d->grid = new QGridLayout;
    layout->addLayout(m_d->grid, 1);
    buildPanes();
    buildZoomRow();
    buildFooter();
    updateDifference();
    updateViews();
}

ImageCompare::~ImageCompare() = default;

void ImageCompare::setImages(const QImage &seed, const QImage &mutant, const QString &seedCaption,
                             const QString &mutantCaption)
{
    const QSizeF before = m_d->extent();
    m_d->panes[0]->setImage(seed);
    m_d->mutantImage = mutant;
    m_d->panes[1]->setImage(m_d->flickering ? seed : mutant);
    m_d->seedCaption = seedCaption;
    m_d->mutantCaption = mutantCaption;
    if (before != m_d->extent())
        m_d->fit = true;
    m_d->view.hovered = QPoint(-1, -1);
    updateDifference();
    updateViews();
}

void ImageCompare::clear()
{
    setImages({}, {});
}
void ImageCompare::setScaleMode(ScaleMode mode)
{
    m_d->fullScale->setChecked(mode == ScaleMode::Full);
}

ImageCompare::ScaleMode ImageCompare::scaleMode() const
{
    return m_d->fullScale->isChecked() ? ScaleMode::Full : ScaleMode::Automatic;
}

void ImageCompare::setDifferenceVisible(bool visible)
{
    m_d->panes[2]->setVisible(visible);
    m_d->captions[2]->setVisible(visible);
    m_d->scaleLabel->setVisible(visible);
    m_d->legend->setVisible(visible);
    m_d->fullScale->setVisible(visible);
    m_d->grid->setColumnStretch(2, visible ? 1 : 0);
}

void ImageCompare::setControlsVisible(bool visible)
{
    m_d->zoomRow->setVisible(visible);
    m_d->readout->setVisible(visible);
}

const ImageDifference &ImageCompare::difference() const
{
    return m_d->difference;
}

QString ImageCompare::scaleText() const
{
    if (m_d->seed().isNull() || m_d->mutant().isNull())
        return {};
    if (m_d->difference.image.isNull())
        return tr("no difference: the images have different sizes");
    if (m_d->difference.maximum == 0)
        return tr("no difference: the images are equal");
    const QString scale = tr("difference, scale ±%1 of 255").arg(m_d->difference.scale);
    if (scaleMode() == ScaleMode::Automatic)
        return scale;
    return tr("%1 (largest: %2)").arg(scale).arg(m_d->difference.maximum);
}

QString ImageCompare::pixelText(const QPoint &pixel) const
{
    const bool inSeed = m_d->seed().rect().contains(pixel);
    const bool inMutant = m_d->mutant().rect().contains(pixel);
    if (!inSeed && !inMutant)
        return {};
    const QRgb seed = inSeed ? m_d->seed().pixel(pixel) : 0;
    const QRgb mutant = inMutant ? m_d->mutant().pixel(pixel) : 0;
    const bool grey = m_d->difference.grey;
    QStringList parts{tr("x %1, y %2").arg(pixel.x()).arg(pixel.y())};
    if (inSeed)
        parts << tr("seed %1").arg(levels(seed, grey));
    if (inMutant)
        parts << tr("mutant %1").arg(levels(mutant, grey));
    if (inSeed && inMutant)
        parts << tr("difference %1").arg(levelDifference(seed, mutant, grey));
    return parts.join(QStringLiteral("  ·  "));
}

QString ImageCompare::readoutText() const
{
    return m_d->readout->text();
}
double ImageCompare::zoom() const
{
    return m_d->view.zoom;
}
bool ImageCompare::isFit() const
{
    return m_d->fit;
}
void ImageCompare::zoomIn()
{
    setZoom(m_d->view.zoom * kZoomStep, m_d->view.center);
}
void ImageCompare::zoomOut()
{
    setZoom(m_d->view.zoom / kZoomStep, m_d->view.center);
}
void ImageCompare::zoomToActualSize()
{
    setZoom(1.0, m_d->view.center);
}

bool ImageCompare::isFlickering() const
{
    return m_d->flickering;
}

void ImageCompare::setFlickering(bool flickering)
{
    if (flickering == m_d->flickering)
        return;
    m_d->flickering = flickering;
    m_d->panes[1]->setImage(flickering ? m_d->seed() : m_d->mutant());
    updateTexts();
}

void ImageCompare::zoomToFit()
{
    m_d->fit = true;
    updateViews();
}

// The image point under the anchor stays where it is on the screen.
void ImageCompare::setZoom(double zoom, const QPointF &anchor)
{
    const double next = std::clamp(zoom, kMinimumZoom, kMaximumZoom);
    const double ratio = m_d->view.zoom / next;
    m_d->view.center = anchor + (m_d->view.center - anchor) * ratio;
    m_d->view.zoom = next;
    m_d->fit = false;
    panBy({});
    Q_EMIT zoomChanged(next);
}

void ImageCompare::panBy(const QPointF &delta)
{
    const QSizeF size = m_d->extent();
    const QPointF moved = m_d->view.center + delta;
    m_d->view.center = {std::clamp(moved.x(), 0.0, size.width()), std::clamp(moved.y(), 0.0, size.height())};
    if (!delta.isNull())
        m_d->fit = false;
    updateViews();
}

void ImageCompare::panByKey(int key)
{
    const double step = 40.0 / m_d->view.zoom;
    const double dx = key == Qt::Key_Left ? -step : key == Qt::Key_Right ? step : 0.0;
    const double dy = key == Qt::Key_Up ? -step : key == Qt::Key_Down ? step : 0.0;
    panBy({dx, dy});
}

void ImageCompare::hover(const QPoint &pixel)
{
    m_d->view.hovered = pixel;
    updateViews();
}

void ImageCompare::updateDifference()
{
    const bool automatic = scaleMode() == ScaleMode::Automatic;
    m_d->difference = signedDifference(m_d->seed(), m_d->mutant(), automatic ? 0 : 255);
    m_d->panes[2]->setImage(m_d->difference.image);
    updateTexts();
}

void ImageCompare::updateTexts()
{
    m_d->captions[0]->setText(m_d->seedCaption.isEmpty() ? tr("Seed") : m_d->seedCaption);
    const QString mutant = m_d->mutantCaption.isEmpty() ? tr("Mutant") : m_d->mutantCaption;
    m_d->captions[1]->setText(m_d->flickering ? m_d->captions[0]->text() : mutant);
    QFont font = this->font();
    font.setItalic(m_d->flickering);
    m_d->captions[1]->setFont(font);
    const bool equal = m_d->difference.maximum == 0;
    m_d->legend->setScale(equal ? 0 : m_d->difference.scale, m_d->difference.grey);
    for (std::size_t i = 0; i < 2; ++i)
        m_d->captions[i]->setToolTip(m_d->captions[i]->text());
    m_d->scaleLabel->setText(scaleText());
    m_d->panes[0]->setPlaceholder(tr("No seed"));
    m_d->panes[1]->setPlaceholder(tr("No mutant"));
    m_d->panes[2]->setPlaceholder(scaleText().isEmpty() ? tr("No difference") : scaleText());
    m_d->panes[2]->setAccessibleDescription(scaleText());
}

void ImageCompare::updateViews()
{
    if (m_d->fit) {
        m_d->view.zoom = m_d->fitZoom();
        m_d->view.center = QPointF(m_d->extent().width() / 2.0, m_d->extent().height() / 2.0);
    }
    const QString text = pixelText(m_d->view.hovered);
    m_d->readout->setText(text.isEmpty() ? tr("Point at a pixel to read its values") : text);
    m_d->readout->setForegroundRole(text.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
    m_d->zoomLabel->setText(tr("%1 %").arg(qRound(m_d->view.zoom * 100.0)));
    for (ImagePane *pane : m_d->panes)
        pane->update();
}

void ImageCompare::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Space)
        return QWidget::keyReleaseEvent(event);
    if (!event->isAutoRepeat())
        setFlickering(false);
}

// The release may go to another widget.
void ImageCompare::focusOutEvent(QFocusEvent *event)
{
    setFlickering(false);
    QWidget::focusOutEvent(event);
}

void ImageCompare::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Space:
        return setFlickering(true);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return zoomToFit();
    case Qt::Key_1:
        return zoomToActualSize();
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        // At fit there is nothing to move; the window may use the arrows for previous and next.
        return m_d->fit ? event->ignore() : panByKey(event->key());
    default:
        return QWidget::keyPressEvent(event);
    }
}

bool ImageCompare::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_d->panes[0] && event->type() == QEvent::Resize)
        updateViews();
    return QWidget::eventFilter(watched, event);
}

void ImageCompare::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateViews();
}

} // namespace mutascope::widgets
