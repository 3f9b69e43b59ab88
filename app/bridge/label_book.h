// SPDX-License-Identifier: GPL-3.0-or-later
// The labels of a session as a whole: protocols, agreement, disputed items, copies on their way. Read and
// written in a thread of its own.
#pragma once

#include "app/bridge/label_values.h"

#include <QMap>
#include <QObject>
#include <functional>
#include <memory>

namespace mutascope {
class LabelStore;
}

namespace mutascope::bridge {

// Every method returns at once; answers come in the thread of this object, in the order of the questions. One
// that fails gives failed(). Answers about another file than the last setFile() are dropped.
class LabelBook : public QObject {
    Q_OBJECT

public:
    template <typename Value> using Answer = std::function<void(const Value &)>;

    explicit LabelBook(QObject *parent = nullptr);
    ~LabelBook() override;

    void setFile(const QString &sessionFile); // "": none
    QString file() const;

    void fetchOverview(Answer<LabelOverview> answer);
    void fetchAgreement(const QString &protocol, int version, bool countUnsure,
                        Answer<AgreementValuesReport> answer);
    void fetchDisputed(const QString &protocol, int version, Answer<QList<DisputedItem>> answer);
    void fetchValidity(const QString &protocol, int version, Answer<ValidityValues> answer);

    // What is asked of somebody who just wants to begin; not stored.
    void fetchSuggested(Answer<LabelProtocolValues> answer);

    // Into a file, replaced only when all of it is written; answers with the number of labels. Label Studio
    // finds beside it how it has to show them, COCO the images.
    void exportLabels(const QString &protocol, int version, LabelFile format, const QString &file,
                      Answer<qint64> answer);

    // Those below write: the session must have no other writer.
    void createProtocol(const LabelProtocolValues &values, Answer<LabelProtocolValues> answer);
    void createSuggested(Answer<LabelProtocolValues> answer);
    // A file for one labeller, with what they may see of the protocol; answers with the number of images.
    void handOut(const QString &protocol, int version, const QString &labeller, const QString &file,
                 Answer<qint64> answer);
    // What copies of the session, or hand-outs, have and it has not.
    void merge(const QStringList &files, Answer<LabelMergeValues> answer);
    // What is sound of the file; labeller: of labels that name nobody.
    void importLabels(const QString &protocol, int version, LabelFile format, const QString &file,
                      const QString &labeller, Answer<LabelImportValues> answer);
    // The session stays locked until release().
    void adjudicate(const QString &protocol, int version, const QString &item, const QString &by,
                    const LabelWord &word, Answer<bool> answer);
    // Gives back what is open; then others can write. done: called when that is so.
    void release(std::function<void()> done = {});

    // "" where it can be stored, else what is wrong with it.
    static QString problemOf(const LabelProtocolValues &values);

Q_SIGNALS:
    void changed(); // something was stored: what was read is old
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    enum class Access { Read, Write };
    void deliver(quint64 generation, std::function<void()> delivery);
    template <typename Value, typename Work> void ask(Access access, Answer<Value> answer, Work work);

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
