// SPDX-License-Identifier: GPL-3.0-or-later
// Work in a thread of its own whose answers are dropped once something newer was asked for.
#pragma once

#include "app/bridge/worker.h"

#include <QObject>
#include <atomic>
#include <functional>

namespace mutascope::bridge {

class BackgroundTask {
public:
    // Answers come in the thread of receiver, which owns this object.
    explicit BackgroundTask(QObject *receiver) : m_receiver(receiver) { }
    ~BackgroundTask() { ++m_generation; }

    // A handle of one piece of work; used in the worker's thread.
    class Handle {
    public:
        bool isCurrent() const { return m_generation == m_owner->m_generation; }
        void answer(std::function<void()> delivery) const
        {
            QMetaObject::invokeMethod(
                m_owner->m_receiver,
                [handle = *this, delivery = std::move(delivery)] {
                    if (handle.isCurrent())
                        delivery();
                },
                Qt::QueuedConnection);
        }

    private:
        friend class BackgroundTask;
        Handle(BackgroundTask *owner, quint64 generation) : m_owner(owner), m_generation(generation) { }
        BackgroundTask *m_owner;
        quint64 m_generation;
    };

    // Work asked for before is dropped, or asked to end by its isCurrent(). work must not throw.
    void start(std::function<void(const Handle &)> work)
    {
        const Handle handle(this, ++m_generation);
        m_worker.dropPending();
        m_worker.post([handle, work = std::move(work)] {
            if (handle.isCurrent())
                work(handle);
        });
    }
    void cancel()
    {
        ++m_generation;
        m_worker.dropPending();
    }

private:
    QObject *m_receiver;
    std::atomic<quint64> m_generation = 0;
    Worker m_worker; // last: gone before what it uses
};

} // namespace mutascope::bridge
