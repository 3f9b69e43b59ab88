// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the window through a short run and saves a picture of each page, for the documentation.
#pragma once

#include <QObject>
#include <QString>
#include <QTemporaryDir>
#include <QVariantMap>
#include <deque>
#include <functional>

class QTimer;
class QWidget;

namespace mutascope::gui {

class MainWindow;
class ProjectWizard;

class ScreenshotTour : public QObject {
    Q_OBJECT

public:
    // project: empty for the sample.
    ScreenshotTour(MainWindow &window, const QString &project, const QString &folder,
                   QObject *parent = nullptr);
    ~ScreenshotTour() override;

    void start();

Q_SIGNALS:
    void finished(const QString &error); // empty: all pictures are saved

private:
    struct Stage {
        QString what; // for the message when it takes too long
        std::function<bool()> ready;
        std::function<void()> act;
    };
    void addStages();
    void addModel();
    void addRuns();
    void addCoverage();
    void addTree();
    void addTraining();
    void addLabelling();
    void addEngines();
    void startRun(const QString &generator, const QVariantMap &settings = {});
    bool isFinished(qint64 run) const;
    bool showsLongLineage();
    bool isPastTraining();
    void add(const QString &what, std::function<bool()> ready, std::function<void()> act);
    void poll();
    void save(const QString &name);
    void save(const QString &name, QWidget *shown);
    ProjectWizard *wizard() const;
    void fail(const QString &why);

    MainWindow &m_window;
    QString m_project;
    QString m_folder;
    QTemporaryDir m_session;
    std::deque<Stage> m_stages;
    QTimer *m_timer = nullptr;
    int m_polls = 0; // of the present stage
    QString m_lastError; // the window showed
};

} // namespace mutascope::gui
