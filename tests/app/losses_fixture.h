// SPDX-License-Identifier: GPL-3.0-or-later
// The page of trainings over a session that a test writes.
#pragma once

#include "app/gui/application.h"
#include "app/gui/icons.h"
#include "app/gui/losses/losses_page.h"
#include "core/store/session_store.h"
#include "widgets/loss_plot.h"

#include <QLabel>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace mutascope::gui {

inline LossPoint pointOf(std::int64_t batch, double gan, double success)
{
    return {batch, int((batch + 9) / 10), 3, {{"gan", gan}, {"success", success}}};
}

inline std::vector<LossPoint> pointsOf(std::int64_t batches)
{
    std::vector<LossPoint> points;
    for (std::int64_t batch = 1; batch <= batches; ++batch)
        points.push_back(pointOf(batch, 1.0 / double(batch), double(batch) / 100));
    return points;
}

inline Artefact artefactOf(int epochs, bool diverged)
{
    Artefact artefact{"advgan", "0123456789abcdef", {}, "bytes"};
    artefact.description["epochs_trained"] = epochs;
    artefact.description["diverged"] = diverged;
    artefact.description["options"] = {{"batch", 128}, {"rates", {0.5, 0.25}}};
    return artefact;
}

class LossesFixture : public QObject {
protected:
    static void prepareApplication()
    {
        QStandardPaths::setTestModeEnabled(true);
        initialiseResources();
    }
    void makePage()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_workspace = std::make_unique<Workspace>();
        m_page = std::make_unique<LossesPage>(*m_workspace);
        m_page->resize(1200, 700);
        m_page->show();
    }
    void dropPage()
    {
        m_page.reset();
        m_workspace.reset();
        m_folder.reset();
    }
    std::int64_t write(const Checkpoint &checkpoint, RunState state = RunState::Finished)
    {
        SessionStore store(file(), SessionStore::Mode::Create);
        RunRecord run;
        run.generator = "random";
        run.config = "{}";
        run.project = "{}";
        const std::int64_t id = store.createRun(run, {});
        store.writeCheckpoint(id, checkpoint);
        store.finishRun(id, state, {}, {}, 0, 0);
        return id;
    }
    void open()
    {
        m_workspace->openSession(QString::fromStdString(file()));
        QTRY_VERIFY(m_workspace->currentRun() != 0 && !m_page->isReading());
    }
    std::string file() const { return m_folder->filePath(QStringLiteral("a.mscope")).toStdString(); }
    QString text(const char *name) const { return m_page->findChild<QLabel *>(QLatin1String(name))->text(); }
    bool showsHint() const { return m_page->findChild<QStackedWidget *>()->currentIndex() == 0; }
    const std::vector<widgets::LossSample> &samples(const char *name) const
    {
        return m_page->plot()->samples(QLatin1String(name));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<LossesPage> m_page;
};

} // namespace mutascope::gui
