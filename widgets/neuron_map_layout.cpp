// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/neuron_map_layout.h"

#include <algorithm>

namespace mutascope::widgets {

void NeuronMapLayout::arrange(const std::vector<NeuronMapLayer> &layers, const Room &room, int cell)
{
    m_room = room;
    m_cell = cell;
    m_columns = std::max(1, (room.width - room.gutter) / cell);
    m_blocks.clear();
    m_neurons = 0;
    m_height = kBlockGap;
    for (const NeuronMapLayer &layer : layers) {
        const int rows = (layer.neurons + m_columns - 1) / m_columns;
        m_blocks.push_back({m_neurons, layer.neurons, m_height, std::max(room.lineHeight, rows * cell)});
        m_neurons += layer.neurons;
        m_height += m_blocks.back().height + kBlockGap;
    }
}

int NeuronMapLayout::fittingCell(const std::vector<NeuronMapLayer> &layers, const Room &room, int height)
{
    NeuronMapLayout layout;
    for (int cell = kLargestCell; cell > kSmallestCell; --cell) {
        layout.arrange(layers, room, cell);
        if (layout.height() <= height)
            return cell;
    }
    return kSmallestCell;
}

int NeuronMapLayout::blockOf(int neuron) const
{
    if (neuron < 0 || neuron >= m_neurons)
        return -1;
    const auto after = std::upper_bound(m_blocks.begin(), m_blocks.end(), neuron,
                                        [](int wanted, const Block &block) { return wanted < block.first; });
    return int(after - m_blocks.begin()) - 1;
}

QRect NeuronMapLayout::cellRect(int neuron) const
{
    const int index = blockOf(neuron);
    if (index < 0)
        return {};
    const Block &block = m_blocks[std::size_t(index)];
    const int place = neuron - block.first;
    return {m_room.gutter + place % m_columns * m_cell, block.top + place / m_columns * m_cell, m_cell,
            m_cell};
}

int NeuronMapLayout::blockAt(int y) const
{
    const auto after = std::upper_bound(m_blocks.begin(), m_blocks.end(), y,
                                        [](int wanted, const Block &block) { return wanted < block.top; });
    if (after == m_blocks.begin() || y >= (after - 1)->top + (after - 1)->height)
        return -1;
    return int(after - m_blocks.begin()) - 1;
}

int NeuronMapLayout::neuronAt(const QPoint &point) const
{
    const int index = blockAt(point.y());
    if (index < 0 || point.x() < m_room.gutter)
        return -1;
    const Block &block = m_blocks[std::size_t(index)];
    const int column = (point.x() - m_room.gutter) / m_cell;
    const int place = (point.y() - block.top) / m_cell * m_columns + column;
    return column < m_columns && place < block.count ? block.first + place : -1;
}

int NeuronMapLayout::moved(int neuron, int rows) const
{
    const int index = blockOf(neuron);
    if (index < 0)
        return neuron;
    const Block &block = m_blocks[std::size_t(index)];
    const int column = (neuron - block.first) % m_columns;
    const int target = neuron + rows * m_columns;
    if (target >= block.first && target < block.first + block.count)
        return target;
    if (rows > 0 && (neuron - block.first) / m_columns < (block.count - 1) / m_columns)
        return block.first + block.count - 1; // the last row is a short one
    for (int next = index + rows; next >= 0 && next < int(m_blocks.size()); next += rows) {
        const Block &other = m_blocks[std::size_t(next)];
        if (other.count == 0)
            continue;
        const int row = rows > 0 ? 0 : (other.count - 1) / m_columns;
        return other.first + std::min(row * m_columns + column, other.count - 1);
    }
    return neuron;
}

} // namespace mutascope::widgets
