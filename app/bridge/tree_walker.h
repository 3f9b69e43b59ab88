// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through the trees of a stored run in a thread of its own, also while the run goes on.
#pragma once

#include "app/bridge/tree_values.h"

#include <QObject>
#include <functional>
#include <memory>

namespace mutascope::bridge {

struct TreeGrowth;
enum class TreeStep;
enum class TreeCondition;
class TreeHistory;

// Every method returns at once. moved() follows each of them; of several in quick succession only the last
// gets one. Questions of a run that is no longer open are dropped.
class TreeWalker : public QObject {
    Q_OBJECT

public:
    enum class Format { Dot, Json };

    explicit TreeWalker(QObject *parent = nullptr);
    ~TreeWalker() override;

    void open(const QString &sessionFile, qint64 run); // opened() first; at the end of the last tree
    void close();
    qint64 run() const; // 0: none
    // What the session holds by now is walked through too; a walk that was at the end goes along.
    void refresh();
    // The same with what a run at work tells; catchUp() reads from the session what is missing between, and
    // what is never told: lineages.
    void append(const QList<std::shared_ptr<const TreeGrowth>> &growths);
    void catchUp();
    int readings() const; // of the whole history from the session since open(); for tests

    void stepPhase();
    void stepIteration();
    void stepRootMove();
    void stepIterations(int count);
    void runToReward(double above); // notFound() where there is no such event
    void runToConstraint();
    void runToCommit();
    void stepBack();
    void seek(qint64 position);
    void goToTree(int tree); // its end
    void select(qint64 node); // whose facts frames carry; -1: that of the moment

    void fetchImages(qint64 node, int shown); // imagesFound() follows
    void exportTree(const QString &file, Format format, qint64 leastVisits); // exported() or failed()

Q_SIGNALS:
    void opened(qint64 run);
    void moved(const mutascope::bridge::TreeFrame &frame);
    void notFound();
    void imagesFound(const mutascope::bridge::TreeImages &images);
    void exported(const QString &file);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    using Command = std::function<void(TreeHistory &)>;
    void walk(Command command);
    void grow(Command command);
    void step(TreeStep step, int count);
    void runTo(TreeCondition condition, double value);
    void perform(const std::function<void()> &work);
    void tell(std::function<void()> delivery);

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
