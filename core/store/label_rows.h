// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/label_records.h"
#include "core/store/session_store.h"
#include <functional>
#include <map>
#include <set>

namespace mutascope {

// Which protocol, and which version of it.
struct ProtocolKey {
    std::string uuid;
    int version = 1;
    auto operator<=>(const ProtocolKey &) const = default;
};

// What the session knows of the test an item shows. Not for labellers.
struct LabelOrigin {
    std::int64_t run = 0; // number in this session; 0: none, or deleted
    std::string generator;
    std::int64_t test = 0;
    std::optional<int> predicted;
    std::int64_t atCalls = 0;
    std::int64_t atTests = 0;
    double l2 = 0;
    int linf = 0;
};

// The tables of labels of one session file: rows in, rows out. What they mean is said in core/labels. A
// writer holds the session's writer lock and commits with synchronous=FULL: what a method has written is on
// the disk when it returns, or when the surrounding inTransaction() does. Errors and threads as
// SessionStore's.
class LabelRows {
public:
    LabelRows(const std::filesystem::path &file, SessionStore::Mode mode);
    ~LabelRows();
    LabelRows(const LabelRows &) = delete;
    LabelRows &operator=(const LabelRows &) = delete;

    const std::filesystem::path &file() const;
    bool readOnly() const;
    // All of it or, where it throws, nothing. Not nested.
    void inTransaction(const std::function<void()> &action);

    std::vector<LabelProtocolRow> protocols() const; // oldest first
    std::optional<LabelProtocolRow> protocol(const ProtocolKey &key) const; // version 0: the newest
    void insertProtocol(const LabelProtocolRow &row);

    // Images: null where the item is a test of this session, whose images are taken.
    void insertItem(const ProtocolKey &key, const LabelItem &item, const Image *image, const Image *seed);
    std::vector<LabelItem> items(const ProtocolKey &key) const; // in the order of insertion
    // By uuid, which no two items of any protocol share.
    struct FoundItem {
        ProtocolKey protocol;
        LabelItem item;
    };
    std::optional<FoundItem> item(const std::string &uuid) const;
    Image image(const std::string &item) const; // throws Error{NotFound}
    std::optional<Image> seedImage(const std::string &item) const;
    std::map<std::string, LabelOrigin> origins(const ProtocolKey &key) const; // by item; tests only

    std::vector<Labeller> labellers() const; // by name
    std::optional<Labeller> labeller(const std::string &uuid) const;
    std::vector<Labeller> labellersNamed(const std::string &name) const;
    void insertLabeller(const Labeller &labeller);
    std::map<std::string, int> slots(const ProtocolKey &key) const; // by labeller
    std::set<std::string> speakers(const ProtocolKey &key) const; // who said something, slot or not
    void insertSlot(const ProtocolKey &key, const std::string &labeller, int slot);

    // By number, then uuid: the same order in every copy. labeller "": everybody's.
    std::vector<LabelEvent> events(const ProtocolKey &key, const std::string &labeller = {}) const;
    std::optional<LabelEvent> event(const std::string &uuid) const;
    std::int64_t lastNumber(const ProtocolKey &key, const std::string &labeller) const;
    void insertEvent(const LabelEvent &event);
    // Verdicts and adjudications that hold: not taken back, the last of each labeller about each item.
    std::vector<LabelEvent> current(const ProtocolKey &key) const;
    // The same of one item.
    std::vector<LabelEvent> currentOf(const std::string &item) const;

    // Items (of kind test) of any protocol that show a test, with what people currently say about it.
    struct TestLabels {
        std::optional<int> expected;
        std::vector<LabelEvent> labels;
    };
    std::vector<TestLabels> labelsOfTest(const std::string &runUuid, std::int64_t test) const;
    // The outcome, for filters; Unlabelled removes it.
    void setTestVerdict(const std::string &runUuid, const TestVerdict &verdict);
    std::vector<TestVerdict> testVerdicts(std::int64_t run) const; // throws Error{NotFound}

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

} // namespace mutascope
