// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/label_book.h"

#include "app/bridge/convert.h"
#include "app/bridge/label_convert.h"
#include "app/bridge/label_files.h"
#include "app/bridge/label_query.h"
#include "app/bridge/worker.h"
#include "core/labels/hand_out.h"
#include "core/labels/label_merge.h"

namespace mutascope::bridge {

namespace {

void add(const MergeResult &result, LabelMergeValues &sum)
{
    sum.protocols += result.protocols;
    sum.labellers += result.labellers;
    sum.events += result.events;
    sum.known += result.known;
    addProblems(result.conflicts, sum.conflicts, sum.conflictsText);
    addProblems(result.refused, sum.refused, sum.refusedText);
}

} // namespace

struct LabelBook::Private {
    QString file;
    quint64 generation = 0; // counts files: tells old answers apart
    // Used by the worker's thread alone; there is at most one of them at a time.
    std::unique_ptr<LabelStore> reader;
    std::unique_ptr<LabelStore> writer;
    Worker worker; // last: gone before the stores

    LabelStore &open(const QString &name, Access access)
    {
        if (writer)
            return *writer;
        if (access == Access::Write) {
            reader.reset(); // of an older format it was a copy in memory
            writer = std::make_unique<LabelStore>(toPath(name), LabelStore::Mode::ReadWrite);
            return *writer;
        }
        if (!reader)
            reader = std::make_unique<LabelStore>(toPath(name), LabelStore::Mode::ReadOnly);
        return *reader;
    }
    void close()
    {
        reader.reset();
        writer.reset();
    }
};

LabelBook::LabelBook(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

LabelBook::~LabelBook() = default;

void LabelBook::setFile(const QString &sessionFile)
{
    if (sessionFile == m->file)
        return;
    m->file = sessionFile;
    ++m->generation;
    release();
}

QString LabelBook::file() const
{
    return m->file;
}

void LabelBook::release(std::function<void()> done)
{
    m->worker.post([this, generation = m->generation, done = std::move(done)] {
        m->close();
        if (done)
            deliver(generation, done);
    });
}

// Called in the worker's thread. What was asked about another file is dropped.
void LabelBook::deliver(quint64 generation, std::function<void()> delivery)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation, delivery = std::move(delivery)] {
            if (generation == m->generation)
                delivery();
        },
        Qt::QueuedConnection);
}

template <typename Value, typename Work> void LabelBook::ask(Access access, Answer<Value> answer, Work work)
{
    if (m->file.isEmpty())
        return;
    m->worker.post([this, access, file = m->file, generation = m->generation, answer = std::move(answer),
                    work = std::move(work)] {
        try {
            const auto value = std::make_shared<const Value>(work(m->open(file, access)));
            deliver(generation, [this, access, answer, value] {
                answer(*value);
                if (access == Access::Write)
                    Q_EMIT changed();
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            deliver(generation, [this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void LabelBook::fetchOverview(Answer<LabelOverview> answer)
{
    ask<LabelOverview>(Access::Read, std::move(answer), queryOverview);
}

void LabelBook::fetchAgreement(const QString &protocol, int version, bool countUnsure,
                               Answer<AgreementValuesReport> answer)
{
    ask<AgreementValuesReport>(Access::Read, std::move(answer), [=](const LabelStore &store) {
        AgreementOptions options;
        options.countUnsure = countUnsure;
        return toReport(agreementReport(store, protocol.toStdString(), version, options), store);
    });
}

void LabelBook::fetchDisputed(const QString &protocol, int version, Answer<QList<DisputedItem>> answer)
{
    ask<QList<DisputedItem>>(Access::Read, std::move(answer), [=](const LabelStore &store) {
        return queryDisputed(store, protocol, version);
    });
}

void LabelBook::fetchValidity(const QString &protocol, int version, Answer<ValidityValues> answer)
{
    ask<ValidityValues>(Access::Read, std::move(answer),
                        [=](const LabelStore &store) { return queryValidity(store, protocol, version); });
}

void LabelBook::createProtocol(const LabelProtocolValues &values, Answer<LabelProtocolValues> answer)
{
    ask<LabelProtocolValues>(Access::Write, std::move(answer), [=](LabelStore &store) {
        return toProtocolValues(store.createProtocol(toProtocol(values)));
    });
    release();
}

void LabelBook::fetchSuggested(Answer<LabelProtocolValues> answer)
{
    ask<LabelProtocolValues>(Access::Read, std::move(answer), [](const LabelStore &store) {
        return toProtocolValues(store.suggestedProtocol());
    });
}

void LabelBook::createSuggested(Answer<LabelProtocolValues> answer)
{
    ask<LabelProtocolValues>(Access::Write, std::move(answer), [](LabelStore &store) {
        return toProtocolValues(store.createProtocol(store.suggestedProtocol()));
    });
    release();
}

void LabelBook::handOut(const QString &protocol, int version, const QString &labeller, const QString &file,
                        Answer<qint64> answer)
{
    ask<qint64>(Access::Write, std::move(answer), [=](LabelStore &store) {
        return qint64(
            mutascope::handOut(store, protocol.toStdString(), version, labeller.toStdString(), toPath(file))
                .items);
    });
    release();
}

// Each file is all or nothing, and one that cannot be merged keeps no other from being merged: it is counted
// as refused. Throws where none could be merged.
void LabelBook::merge(const QStringList &files, Answer<LabelMergeValues> answer)
{
    ask<LabelMergeValues>(Access::Write, std::move(answer), [=](LabelStore &store) {
        LabelMergeValues sum;
        QStringList failed;
        for (const QString &file : files)
            try {
                add(mergeLabels(store, toPath(file)), sum);
            } catch (const Error &error) {
                if (files.size() == 1)
                    throw;
                failed.append(QStringLiteral("%1: %2").arg(file, QString::fromStdString(error.message())));
            }
        if (!files.isEmpty() && failed.size() == files.size())
            throw Error(ErrorCode::BadData,
                        "none of the files could be merged: "
                            + failed.join(QStringLiteral("; ")).toStdString());
        sum.refused += failed.size();
        if (!sum.refusedText.isEmpty())
            failed.prepend(sum.refusedText);
        sum.refusedText = failed.join(QStringLiteral("; "));
        return sum;
    });
    release();
}

void LabelBook::exportLabels(const QString &protocol, int version, LabelFile format, const QString &file,
                             Answer<qint64> answer)
{
    ask<qint64>(Access::Read, std::move(answer), [=](const LabelStore &store) {
        return writeLabels(store, protocol.toStdString(), version, format, file);
    });
}

void LabelBook::importLabels(const QString &protocol, int version, LabelFile format, const QString &file,
                             const QString &labeller, Answer<LabelImportValues> answer)
{
    ask<LabelImportValues>(Access::Write, std::move(answer), [=](LabelStore &store) {
        return readLabels(store, protocol.toStdString(), version, format, file, labeller);
    });
    release();
}

void LabelBook::adjudicate(const QString &protocol, int version, const QString &item, const QString &by,
                           const LabelWord &word, Answer<bool> answer)
{
    ask<bool>(Access::Write, std::move(answer), [=](LabelStore &store) {
        const std::string labeller = store.labellerNamed(by.toStdString()).uuid;
        store.adjudicate(protocol.toStdString(), version, item.toStdString(), labeller, toVerdict(word));
        return true;
    });
}

QString LabelBook::problemOf(const LabelProtocolValues &values)
{
    try {
        checkProtocol(toProtocol(values));
    } catch (const Error &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace mutascope::bridge
