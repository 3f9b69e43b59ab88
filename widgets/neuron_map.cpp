// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/neuron_map.h"

#include "widgets/colors.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope::widgets {

namespace {
constexpr int kWidestName = 220;
constexpr int kLeastName = 60;
} // namespace

NeuronMap::NeuronMap(QWidget *parent) : QAbstractScrollArea(parent), m_emptyText(tr("No neurons to show"))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Map of the neurons"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
}

bool NeuronMap::setData(NeuronMapData data)
{
    const auto add = [](qint64 sum, const NeuronMapLayer &layer) { return sum + layer.neurons; };
    const qint64 neurons = std::accumulate(data.layers.begin(), data.layers.end(), qint64(0), add);
    if (neurons != qint64(data.covered.size()))
        return false;
    const bool sameLayers = data.layers == m_data.layers;
    m_data = std::move(data);
    if (!sameLayers) {
        m_before.clear();
        m_current = -1;
        m_zoom = 0;
        layoutChanged();
    }
    contentChanged();
    return true;
}

void NeuronMap::setBefore(std::vector<quint32> covered)
{
    m_before = std::move(covered);
    contentChanged();
}

void NeuronMap::contentChanged()
{
    m_content = {};
    setAccessibleDescription(description(m_current));
    viewport()->update();
}

void NeuronMap::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

NeuronMap::State NeuronMap::state(int neuron) const
{
    const auto index = std::size_t(neuron);
    const quint32 covered = m_data.covered[index];
    if (index < m_before.size() && covered > m_before[index])
        return State::Fresh;
    return covered > 0 ? State::Covered : State::Never;
}

double NeuronMap::share(int neuron) const
{
    const quint32 items = std::max(1U, m_data.itemsPerNeuron);
    return std::min(1.0, double(m_data.covered[std::size_t(neuron)]) / items);
}

NeuronMapCounts NeuronMap::counts() const
{
    NeuronMapCounts counts;
    counts.neurons = qint64(m_data.covered.size());
    for (int neuron = 0; neuron < int(m_data.covered.size()); ++neuron) {
        counts.covered += state(neuron) != State::Never;
        counts.fresh += state(neuron) == State::Fresh;
    }
    return counts;
}

QString NeuronMap::description(int neuron) const
{
    const int layer = m_layout.blockOf(neuron);
    if (layer < 0)
        return {};
    const QString name = tr("%1, neuron %2")
                             .arg(m_data.layers[std::size_t(layer)].name)
                             .arg(neuron - m_layout.blocks()[std::size_t(layer)].first);
    const auto index = std::size_t(neuron);
    const State now = state(neuron);
    if (now == State::Never)
        return tr("%1: never covered").arg(name);
    if (m_data.itemsPerNeuron <= 1)
        return now == State::Fresh ? tr("%1: newly covered").arg(name) : tr("%1: covered").arg(name);
    const QString part
        = tr("%1: %2 of %3 items covered (%4 %)")
              .arg(name, locale().toString(m_data.covered[index]), locale().toString(m_data.itemsPerNeuron),
                   locale().toString(100 * share(neuron), 'f', 1));
    if (now != State::Fresh)
        return part;
    return tr("%1, %2 of them new").arg(part, locale().toString(m_data.covered[index] - m_before[index]));
}

qint64 NeuronMap::coveredIn(int index) const
{
    const NeuronMapLayout::Block &block = m_layout.blocks()[std::size_t(index)];
    const auto begin = m_data.covered.begin() + block.first;
    return std::count_if(begin, begin + block.count, [](quint32 items) { return items > 0; });
}

QString NeuronMap::layerDescription(int index) const
{
    const NeuronMapLayer &layer = m_data.layers[std::size_t(index)];
    return tr("%1: %2 of %3 neurons covered")
        .arg(layer.name, locale().toString(coveredIn(index)), locale().toString(layer.neurons));
}

void NeuronMap::setCurrentNeuron(int neuron)
{
    if (neuron == m_current || neuron >= m_layout.neurons())
        return;
    m_current = std::max(-1, neuron);
    setAccessibleDescription(description(m_current));
    ensureVisible(m_current);
    viewport()->update();
    Q_EMIT currentChanged(m_current);
}

QRect NeuronMap::cellRect(int neuron) const
{
    return m_layout.cellRect(neuron).translated(0, -verticalScrollBar()->value());
}

int NeuronMap::neuronAt(const QPoint &viewportPosition) const
{
    return m_layout.neuronAt(viewportPosition + QPoint(0, verticalScrollBar()->value()));
}

NeuronMapLayout::Room NeuronMap::room() const
{
    int name = kLeastName;
    for (const NeuronMapLayer &layer : m_data.layers)
        name = std::max(name, fontMetrics().horizontalAdvance(layer.name));
    const int share = fontMetrics().horizontalAdvance(QStringLiteral(" 100 %"));
    const int widest = std::min(kWidestName, viewport()->width() / 3);
    return {viewport()->width() - 8, std::min(name, widest) + share + 24, fontMetrics().height()};
}

// The scroll bar takes room of its own: the cells are fitted to what is left with it.
void NeuronMap::layoutChanged()
{
    const int cell
        = m_zoom > 0 ? m_zoom : NeuronMapLayout::fittingCell(m_data.layers, room(), viewport()->height());
    m_layout.arrange(m_data.layers, room(), cell);
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(std::max(cell, fontMetrics().height()));
    contentChanged();
}

void NeuronMap::setZoom(int cell)
{
    m_zoom = cell;
    layoutChanged();
    ensureVisible(m_current);
}

void NeuronMap::zoomIn()
{
    setZoom(std::min(NeuronMapLayout::kLargestCell, cellSize() + std::max(1, cellSize() / 4)));
}

void NeuronMap::zoomOut()
{
    setZoom(std::max(NeuronMapLayout::kSmallestCell, cellSize() - std::max(1, cellSize() / 5)));
}

void NeuronMap::zoomToFit()
{
    setZoom(0);
}

void NeuronMap::ensureVisible(int neuron)
{
    if (neuron < 0)
        return;
    const QRect cell = cellRect(neuron);
    QScrollBar *bar = verticalScrollBar();
    if (cell.top() < 0)
        bar->setValue(bar->value() + cell.top() - NeuronMapLayout::kBlockGap);
    else if (cell.bottom() >= viewport()->height())
        bar->setValue(bar->value() + cell.bottom() - viewport()->height() + NeuronMapLayout::kBlockGap);
}

// First neuron of the next (or previous) layer that has any.
int NeuronMap::neighbourLayer(int step) const
{
    const int layers = int(m_layout.blocks().size());
    for (int next = m_layout.blockOf(m_current) + step; next >= 0 && next < layers; next += step)
        if (m_layout.blocks()[std::size_t(next)].count > 0)
            return m_layout.blocks()[std::size_t(next)].first;
    return m_current;
}

int NeuronMap::neuronForKey(const QKeyEvent &event) const
{
    switch (event.key()) {
    case Qt::Key_Left:
        return std::max(0, m_current - 1);
    case Qt::Key_Right:
        return std::min(m_layout.neurons() - 1, m_current + 1);
    case Qt::Key_Up:
        return m_layout.above(m_current);
    case Qt::Key_Down:
        return m_current < 0 ? 0 : m_layout.below(m_current);
    case Qt::Key_PageUp:
        return neighbourLayer(-1);
    case Qt::Key_PageDown:
        return neighbourLayer(1);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return m_layout.neurons() - 1;
    default:
        return -1;
    }
}

void NeuronMap::keyPressEvent(QKeyEvent *event)
{
    if (m_layout.neurons() == 0)
        return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Plus:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return zoomToFit();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return m_current >= 0 ? void(Q_EMIT activated(m_current)) : void();
    default:
        break;
    }
    if (const int neuron = neuronForKey(*event); neuron >= 0)
        return setCurrentNeuron(neuron);
    QAbstractScrollArea::keyPressEvent(event);
}

void NeuronMap::mousePressEvent(QMouseEvent *event)
{
    if (const int neuron = neuronAt(event->pos()); event->button() == Qt::LeftButton && neuron >= 0)
        setCurrentNeuron(neuron);
}

void NeuronMap::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int neuron = neuronAt(event->pos()); event->button() == Qt::LeftButton && neuron >= 0)
        Q_EMIT activated(neuron);
}

void NeuronMap::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    if (event->angleDelta().y() != 0)
        event->angleDelta().y() > 0 ? zoomIn() : zoomOut();
    event->accept();
}

bool NeuronMap::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int neuron = neuronAt(help->pos());
    const int block = m_layout.blockAt(help->pos().y() + verticalScrollBar()->value());
    QToolTip::showText(help->globalPos(),
                       neuron >= 0      ? description(neuron)
                           : block >= 0 ? layerDescription(block)
                                        : QString(),
                       this);
    return true;
}

void NeuronMap::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    layoutChanged();
}

void NeuronMap::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layoutChanged();
    else if (event->type() == QEvent::PaletteChange)
        contentChanged();
}

void NeuronMap::scrollContentsBy(int, int)
{
    m_content = {};
    viewport()->update();
}

void NeuronMap::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void NeuronMap::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace mutascope::widgets
