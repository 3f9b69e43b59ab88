// SPDX-License-Identifier: GPL-3.0-or-later
// Where the neurons of a map stand: a block of rows for each layer, its name in a gutter at the left.
#pragma once

#include <QPoint>
#include <QRect>
#include <QString>
#include <vector>

namespace mutascope::widgets {

struct NeuronMapLayer {
    QString name;
    int neurons = 0;
    bool operator==(const NeuronMapLayer &) const = default;
};

class NeuronMapLayout {
public:
    static constexpr int kSmallestCell = 2;
    static constexpr int kLargestCell = 40;
    static constexpr int kBlockGap = 6;

    struct Block {
        int first = 0; // neuron
        int count = 0;
        int top = 0;
        int height = 0;
    };
    struct Room {
        int width = 0;
        int gutter = 0; // for the names
        int lineHeight = 0; // of a name: a block is at least as high
    };

    void arrange(const std::vector<NeuronMapLayer> &layers, const Room &room, int cell);
    // The largest cell with which the blocks are no higher than height; the smallest where none is.
    static int fittingCell(const std::vector<NeuronMapLayer> &layers, const Room &room, int height);

    const std::vector<Block> &blocks() const { return m_blocks; }
    int neurons() const { return m_neurons; }
    int cell() const { return m_cell; }
    int columns() const { return m_columns; }
    int height() const { return m_height; }
    int blockOf(int neuron) const; // -1 outside
    QRect cellRect(int neuron) const; // in the coordinates of the whole content
    int neuronAt(const QPoint &point) const; // -1: between the cells
    int blockAt(int y) const; // -1: between the blocks
    // One row up or down; at the edge of a layer, into the next one. The neuron itself where there is none.
    int below(int neuron) const { return moved(neuron, 1); }
    int above(int neuron) const { return moved(neuron, -1); }

private:
    int moved(int neuron, int rows) const;

    std::vector<Block> m_blocks;
    Room m_room;
    int m_cell = kSmallestCell;
    int m_columns = 1;
    int m_neurons = 0;
    int m_height = 0;
};

} // namespace mutascope::widgets
