// SPDX-License-Identifier: GPL-3.0-or-later
// A map of a network's neurons: per layer, covered, newly covered, never. Drawn into an image that is kept,
// so that 100,000 neurons move smoothly.
#pragma once

#include "widgets/neuron_map_layout.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <array>

namespace mutascope::widgets {

struct NeuronMapData {
    std::vector<NeuronMapLayer> layers;
    std::vector<quint32> covered; // items of each neuron that are covered, layer after layer
    quint32 itemsPerNeuron = 1;
};

struct NeuronMapCounts {
    qint64 neurons = 0;
    qint64 covered = 0; // neurons with at least one covered item, the newly covered included
    qint64 fresh = 0; // neurons with items that were not covered before
};

class NeuronMap : public QAbstractScrollArea {
    Q_OBJECT

public:
    enum class State { Never, Covered, Fresh };

    explicit NeuronMap(QWidget *parent = nullptr);

    // covered shorter or longer than the layers ask for is refused (false) and changes nothing. Keeps the
    // current neuron, the zoom and the scroll position where the layers stay.
    bool setData(NeuronMapData data);
    const NeuronMapData &data() const { return m_data; }
    // What was covered before: items beyond it are new. Empty: nothing is.
    void setBefore(std::vector<quint32> covered);
    void clear() { setData({}); }

    NeuronMapCounts counts() const;
    State state(int neuron) const;
    QString description(int neuron) const; // one sentence, for tool tips and screen readers
    int currentNeuron() const { return m_current; } // -1: none
    void setCurrentNeuron(int neuron);
    QRect cellRect(int neuron) const; // in the viewport
    int neuronAt(const QPoint &viewportPosition) const;
    int layerOf(int neuron) const { return m_layout.blockOf(neuron); }

    int cellSize() const { return m_layout.cell(); }
    bool fits() const { return m_zoom == 0; } // the cells are as large as the room allows
    void setEmptyText(const QString &text);
    const QString &emptyText() const { return m_emptyText; }
    static QColor colorOf(State state, double share, const QPalette &palette);

    QSize sizeHint() const override { return {640, 420}; }

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void zoomToFit();

Q_SIGNALS:
    void currentChanged(int neuron);
    void activated(int neuron); // double click, Enter

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    static constexpr int kShades = 32;
    using ShadeTable = std::array<std::array<QRgb, kShades + 1>, 3>;

    double share(int neuron) const;
    NeuronMapLayout::Room room() const;
    void layoutChanged();
    void contentChanged();
    void setZoom(int cell);
    void ensureVisible(int neuron);
    int neuronForKey(const QKeyEvent &event) const;
    int neighbourLayer(int step) const;
    ShadeTable shades() const;
    void drawContent();
    void drawBlock(QPainter &painter, int index, const ShadeTable &table) const;
    void drawName(QPainter &painter, int index) const;
    QString layerDescription(int index) const;
    qint64 coveredIn(int index) const;

    NeuronMapData m_data;
    std::vector<quint32> m_before;
    NeuronMapLayout m_layout;
    QImage m_content; // of the viewport; null: to be drawn
    QString m_emptyText;
    int m_zoom = 0; // cell; 0: fits
    int m_current = -1;
};

} // namespace mutascope::widgets
