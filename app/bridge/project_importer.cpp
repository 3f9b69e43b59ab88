// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/project_importer.h"

#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "app/bridge/import_texts.h"

namespace mutascope::bridge {

struct ProjectImporter::Private {
    explicit Private(QObject *owner) : task(owner) { }

    std::shared_ptr<RunControl> control; // of the proposal at work
    std::shared_ptr<const ImportProposal> proposal; // the last one
    std::atomic<bool> working = false;
    BackgroundTask task; // last: gone before what it uses
};

ProjectImporter::ProjectImporter(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

ProjectImporter::~ProjectImporter()
{
    cancel();
}

void ProjectImporter::cancel()
{
    if (m->control)
        m->control->stop();
    m->task.cancel();
}

QString ProjectImporter::problemOf(const ImportChoices &choices)
{
    try {
        toRequest(choices);
        return {};
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        return words.hint.isEmpty() ? words.what : words.what + QStringLiteral(". ") + words.hint;
    }
}

void ProjectImporter::propose(const ImportChoices &choices)
{
    cancel();
    m->proposal.reset();
    m->control = std::make_shared<RunControl>();
    m->task.start([this, choices, control = m->control](const BackgroundTask::Handle &handle) {
        m->working = true;
        work(choices, *control, handle);
        m->working = false;
        QMetaObject::invokeMethod(this, &ProjectImporter::idle, Qt::QueuedConnection);
    });
}

// In the worker's thread.
void ProjectImporter::work(const ImportChoices &choices, const RunControl &control,
                           const BackgroundTask::Handle &handle)
{
    const auto onProgress = [&](const std::string &phase, double fraction) {
        handle.answer(
            [this, words = QString::fromStdString(phase), fraction] { Q_EMIT progress(words, fraction); });
    };
    try {
        const auto proposal
            = std::make_shared<const ImportProposal>(proposeImport(toRequest(choices), control, onProgress));
        handle.answer([this, proposal] {
            m->proposal = proposal;
            Q_EMIT proposed(toOutcome(*proposal));
        });
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
    }
}

bool ProjectImporter::isWorking() const
{
    return m->working;
}

bool ProjectImporter::save(const QString &folder, const QString &name, QString *error) const
{
    try {
        if (!m->proposal)
            throw Error(ErrorCode::Usage, "the model and its data have not been tried yet",
                        "Wait until the accuracy is known");
        Project project = projectOf(*m->proposal, toPath(folder));
        project.name = name.toStdString();
        if (std::filesystem::exists(project.folder / "project.json"))
            throw Error(ErrorCode::Usage, "there is a project in '" + project.folder.string() + "' already",
                        "Choose another folder; nothing is overwritten");
        std::filesystem::create_directories(project.folder);
        saveProject(project);
        return true;
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        *error = words.hint.isEmpty() ? words.what : words.what + QStringLiteral(". ") + words.hint;
        return false;
    }
}

} // namespace mutascope::bridge
