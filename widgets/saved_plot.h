// SPDX-License-Identifier: GPL-3.0-or-later
// A plot with one horizontal and one vertical axis that can be written to a file; what is drawn in it is for
// those that derive from it. (PlotPanel is for curves that grow: zoom, pan, legend.)
#pragma once

#include <QWidget>

class QCustomPlot;

namespace mutascope::widgets {

class SavedPlot : public QWidget {
    Q_OBJECT

public:
    // By suffix: png, svg, pdf, csv. Pictures are in the colours of print. False and a message when it fails.
    bool exportTo(const QString &path, QString *error = nullptr);

public Q_SLOTS:
    void askExportPath(); // opens a file dialog without blocking

Q_SIGNALS:
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &message);

protected:
    SavedPlot(const QString &accessibleName, QWidget *parent);

    QCustomPlot &plot() const { return *m_plot; }
    void recolor(); // in the colours of the desktop, and draws; after each change of what is drawn

    virtual void applyColors(const QPalette &palette) = 0; // of all but the axes and the ground
    virtual QByteArray csv() const = 0;

    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void colorAll(const QPalette &palette);
    bool write(QIODevice &device, const QString &suffix);

    QCustomPlot *m_plot = nullptr;
};

} // namespace mutascope::widgets
