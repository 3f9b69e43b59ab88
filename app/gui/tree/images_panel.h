// SPDX-License-Identifier: GPL-3.0-or-later
// The images of a node's batch, before and after its change, and the way one of them went.
#pragma once

#include "app/bridge/tree_values.h"

#include <QWidget>

class QLabel;

namespace mutascope::widgets {
class Filmstrip;
class ThumbnailGrid;
} // namespace mutascope::widgets

namespace mutascope::gui {

class ImagesPanel : public QWidget {
    Q_OBJECT

public:
    explicit ImagesPanel(QWidget *parent = nullptr);

    void setImages(const bridge::TreeImages &images);
    void clear(const QString &why);
    const bridge::TreeImages &images() const { return m_images; }
    int shown() const; // image of the batch; 0 where none is chosen
    widgets::Filmstrip *film() const { return m_film; }

Q_SIGNALS:
    void imageChosen(int index); // of the batch
    void nodeChosen(qint64 node); // a frame of the way

private:
    widgets::ThumbnailGrid *makeGrid(const QString &name, const QString &accessibleName);
    void fill(widgets::ThumbnailGrid *grid, bool after);

    bridge::TreeImages m_images;
    QLabel *m_note = nullptr;
    widgets::ThumbnailGrid *m_before = nullptr;
    widgets::ThumbnailGrid *m_after = nullptr;
    widgets::Filmstrip *m_film = nullptr;
};

} // namespace mutascope::gui
