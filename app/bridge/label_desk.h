// SPDX-License-Identifier: GPL-3.0-or-later
// One labeller at work on one protocol; everything is stored in a thread of its own, and on the disk before
// the next image is shown.
#pragma once

#include "app/bridge/label_values.h"

#include <QObject>
#include <functional>
#include <memory>

namespace mutascope {
class LabellingQueue;
}

namespace mutascope::bridge {

class LabelDesk : public QObject {
    Q_OBJECT

public:
    explicit LabelDesk(QObject *parent = nullptr);
    ~LabelDesk() override; // what was answered is stored

    // begun() and shown(), or failed() follows. From then on the session has a writer, until end().
    void begin(const QString &sessionFile, const QString &protocol, int version, const QString &labeller);
    // closed() follows, when others can write again.
    void end();
    bool isOpen() const; // begun, or about to

    // shown() follows each: the image to be judged next. In the training round trained() comes before it.
    void answer(const LabelWord &word, qint64 milliseconds, double millimetres);
    void skip(qint64 milliseconds, double millimetres);
    void undo();
    void redo();
    void back();
    void forward();
    void jump(qint64 position);
    void toNext(); // without a verdict

Q_SIGNALS:
    void begun(const mutascope::bridge::LabelStart &start);
    void shown(const mutascope::bridge::LabelShown &shown);
    void trained(const mutascope::bridge::LabelFeedback &feedback);
    void closed();
    void failed(const QString &what, const QString &hint); // what was asked did not happen

private:
    struct Private;
    void ask(std::function<void(LabellingQueue &)> change);
    void deliver(quint64 generation, std::function<void()> delivery);
    void show(quint64 generation);

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
