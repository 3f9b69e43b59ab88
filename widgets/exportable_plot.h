// SPDX-License-Identifier: GPL-3.0-or-later
// A plot that can be written as PNG, SVG, PDF (black on white, whatever the theme) or its values as CSV.
#pragma once

#include <QPalette>
#include <QString>
#include <QWidget>

class QCustomPlot;

namespace mutascope::widgets {

class ExportablePlot : public QWidget {
    Q_OBJECT

public:
    // By suffix: png, svg, pdf, csv. Written through QSaveFile; false and a message when it fails.
    bool exportTo(const QString &path, QString *error = nullptr);

public Q_SLOTS:
    void askExportPath(); // opens a file dialog without blocking

Q_SIGNALS:
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &message);

protected:
    using QWidget::QWidget;

    virtual QCustomPlot *exportedPlot() = 0;
    virtual void recolor() = 0; // and draws at once, in the colours of plotPalette()
    virtual QByteArray csv() const = 0;
    void changeEvent(QEvent *event) override; // other colours or fonts: recolor()
    virtual QString exportTitle() const { return accessibleName(); }

    bool isPrinting() const { return m_printing; } // while a picture is written
    QPalette plotPalette() const; // of the desktop, or for a picture

private:
    bool write(QIODevice &device, const QString &suffix);
    bool writePicture(QIODevice &device, const QString &suffix);
    bool paintOn(QPaintDevice &device, const QSize &size);

    bool m_printing = false;
};

} // namespace mutascope::widgets
