// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/protocol.h"
#include "core/store/label_rows.h"
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>

namespace mutascope {

// Current labels of one item.
struct ItemLabels {
    LabelItem item;
    struct One {
        std::string labeller; // uuid
        LabelVerdict verdict;
        std::int64_t milliseconds = 0;
        std::string at;
        std::string event; // uuid
        std::int64_t number = 0; // LabelEvent::number
    };
    std::vector<One> labels; // by labeller
    std::vector<One> adjudications; // final answers: one, unless copies were merged
};

// Throws Error{Usage} for an empty one, one that is too long, or one that cannot be shown on one line.
void checkLabellerName(const std::string &name);

// The labels of one .mscope file. Every change is one transaction that is on the disk (synchronous=FULL) when
// the method returns, a matter of milliseconds, on slow disks tens of them: an interface may call it in a
// worker. Nothing is ever updated: verdicts, undo and redo are appended events, current labels a view.
// Opening for writing takes the session's writer lock, so it fails with Error{Locked} while a run or another
// program writes; reading is always possible. Sessions of older formats are migrated (with a backup copy).
// Not thread-safe: one object a thread. Errors as SessionStore's, Error{NotFound} for unknown uuids,
// Error{Usage} for what checkProtocol and checkVerdict refuse.
class LabelStore {
public:
    enum class Mode { ReadWrite, ReadOnly };
    LabelStore(const std::filesystem::path &file, Mode mode);
    ~LabelStore();
    LabelStore(LabelStore &&) noexcept;
    LabelStore &operator=(LabelStore &&) = delete;

    const std::filesystem::path &file() const;
    bool readOnly() const;

    // Protocols, oldest first. The newest version has the highest number.
    std::vector<LabelProtocol> protocols() const;
    LabelProtocol protocol(const std::string &uuid, int version = 0) const; // 0: the newest
    bool isHandOut(const std::string &protocol, int version) const;
    // defaultProtocol() for this session's classes and failing tests; not stored. Throws Error{NotFound}
    // where no run has a failing test.
    LabelProtocol suggestedProtocol() const;
    // Chooses the tests (from the same file), draws checks and repeats, stores the protocol with its items
    // and returns it with uuid and version. Where protocol.uuid is that of a stored one, the next version of
    // it. Throws Error{NotFound} where no test matches.
    LabelProtocol createProtocol(LabelProtocol protocol);

    // Labellers, by name.
    std::vector<Labeller> labellers() const;
    // Who joined it, or said something about its items (as imported labels do).
    std::vector<Labeller> labellersOf(const std::string &protocol, int version) const;
    // The one of this name; made where there is none. Throws Error{Usage} for an empty or absurd name.
    Labeller labellerNamed(const std::string &name);
    Labeller labeller(const std::string &uuid) const;
    // Their slots, by the labellers' uuids; who joined only.
    std::map<std::string, int> slotsOf(const std::string &protocol, int version) const;
    // The labeller's slot in the protocol, taken at the first call (counts from 0, in the order of joining).
    int join(const std::string &protocol, int version, const std::string &labeller);

    // Items in the order they were made (which says nothing).
    std::vector<LabelItem> items(const std::string &protocol, int version) const;
    Image image(const std::string &item) const; // throws Error{NotFound}
    std::optional<Image> seedImage(const std::string &item) const; // of the image the item was made from
    // Of the items that are tests of runs in this session, by item.
    std::map<std::string, LabelOrigin> origins(const std::string &protocol, int version) const;
    std::vector<ItemLabels> labels(const std::string &protocol,
                                   int version) const; // all items, with none too
    std::vector<LabelEvent> events(const std::string &protocol, int version,
                                   const std::string &labeller = {}) const; // "": everybody's; by number

    // Appends; returns the event as stored (uuid, number, time). Used by LabellingQueue.
    LabelEvent append(LabelEvent event);
    // The final answer about an item, over all labels. By a labeller of its own.
    LabelEvent adjudicate(const std::string &protocol, int version, const std::string &item,
                          const std::string &labeller, const LabelVerdict &verdict);

    // What people say about the tests of a run, over all protocols, ascending; tests nobody labelled are not
    // there. Throws Error{NotFound} without the run. (SessionStore::humanVerdicts says the same.)
    std::vector<TestVerdict> testVerdicts(std::int64_t run) const;

    // For tests: what "now" is.
    void setClock(std::function<std::string()> clock);

    LabelRows &rows() const; // for merge, import and hand-out
    // After events were added through the rows: works out again what people say about the tests of these
    // items; in a transaction of the rows.
    void updateVerdicts(std::span<const LabelItem> items);

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

} // namespace mutascope
