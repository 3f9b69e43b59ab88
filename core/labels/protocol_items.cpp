// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/protocol_items.h"
#include "core/base/error.h"
#include "core/base/shuffle.h"
#include "core/labels/known_images.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace mutascope {

namespace {

// Independent streams of the protocol's seed. Their numbers are part of what a seed means.
enum Stream : std::uint64_t { cleanStream = 2, invalidStream = 3, repeatStream = 4, orderStream = 5 };

// Unchanged seeds of the chosen runs, in random order; taken again from the front where more are wanted.
class SeedSource {
public:
    SeedSource(const SessionStore &session, const std::vector<SelectedTest> &tests, const Rng &rng)
        : m_session(session)
    {
        std::map<std::int64_t, std::string> runs;
        for (const SelectedTest &test : tests)
            runs.emplace(test.run, test.runUuid);
        for (const auto &[run, uuid] : runs)
            for (SeedRecord &seed : session.seeds(run))
                m_seeds.emplace_back(run, std::move(seed));
        shuffle(m_seeds, rng);
    }

    struct Seed {
        Image image;
        int label = 0;
    };
    Seed next()
    {
        if (m_seeds.empty())
            throw Error(ErrorCode::NotFound, "the chosen runs have no seeds to use as attention checks",
                        "Ask for no checks and no training");
        const auto &[run, seed] = m_seeds[m_next++ % m_seeds.size()];
        return {m_session.seedImage(run, seed.index), seed.label};
    }

private:
    const SessionStore &m_session;
    std::vector<std::pair<std::int64_t, SeedRecord>> m_seeds;
    std::size_t m_next = 0;
};

class ItemMaker {
public:
    ItemMaker(const LabelProtocol &protocol, const SessionStore &session,
              const std::vector<SelectedTest> &tests)
        : m_protocol(protocol), m_session(session), m_tests(tests), m_rng(protocol.seed),
          m_seeds(session, tests, m_rng.sub(cleanStream))
    {
    }

    std::vector<NewItem> make()
    {
        addTests();
        addRepeats();
        add(m_protocol.cleanChecks, [&] { return clean(LabelItemKind::Clean); });
        add(m_protocol.invalidChecks, [&] { return invalid(LabelItemKind::Invalid); });
        shuffleItems();
        std::vector<NewItem> asked = std::move(m_items);
        m_items.clear();
        addKnown(m_protocol.examples, LabelItemKind::Example);
        add(m_protocol.trainingClean, [&] { return clean(LabelItemKind::Training); });
        add(m_protocol.trainingInvalid, [&] { return invalid(LabelItemKind::Training); });
        addKnown(m_protocol.training, LabelItemKind::Training);
        for (NewItem &item : asked)
            if (item.repeats != SIZE_MAX)
                item.repeats += m_items.size();
        std::ranges::move(asked, std::back_inserter(m_items));
        return std::move(m_items);
    }

private:
    template <typename Make> void add(int count, Make make)
    {
        for (int i = 0; i < count; ++i)
            m_items.push_back(make());
    }

    // Slots in turn over tests in random order: each labeller gets as many, of every class and generator.
    void addTests()
    {
        std::vector<SelectedTest> tests = m_tests;
        shuffle(tests, m_rng.sub(orderStream).sub(0));
        for (const SelectedTest &test : tests) {
            NewItem item;
            item.item.runUuid = test.runUuid;
            item.item.test = test.test;
            item.item.expected = test.label;
            item.item.hasSeed = true;
            if (m_protocol.labelsPerTest > 0)
                item.item.slot = int(m_items.size() % std::size_t(m_protocol.labellers));
            m_items.push_back(std::move(item));
        }
    }

    void addRepeats()
    {
        const std::size_t tests = m_items.size();
        if (std::size_t(m_protocol.repeats) > tests)
            throw Error(ErrorCode::Usage,
                        fmt::format("the labelling protocol asks {} tests a second time, but has {} tests",
                                    m_protocol.repeats, tests),
                        "Ask for fewer repeats");
        std::vector<std::size_t> chosen(tests);
        for (std::size_t i = 0; i < tests; ++i)
            chosen[i] = i;
        shuffle(chosen, m_rng.sub(repeatStream));
        for (std::size_t i = 0; i < std::size_t(m_protocol.repeats); ++i) {
            NewItem item = m_items[chosen[i]];
            item.item.kind = LabelItemKind::Repeat;
            item.repeats = chosen[i];
            m_items.push_back(std::move(item));
        }
    }

    NewItem clean(LabelItemKind kind)
    {
        const SeedSource::Seed seed = m_seeds.next();
        NewItem item = known(kind, seed);
        item.image = seed.image;
        const bool named = m_protocol.question == LabelQuestion::Class;
        item.item.known = named ? LabelAnswer::Seen : LabelAnswer::ValidSame;
        if (named)
            item.item.knownClass = seed.label;
        item.item.text = "An image of the data set, unchanged.";
        return item;
    }

    // Beside a seed and with its class, as every test has: nothing but the image gives it away.
    NewItem invalid(LabelItemKind kind)
    {
        const SeedSource::Seed seed = m_seeds.next();
        NewItem item = known(kind, seed);
        item.image = invalidImage(m_invalid, seed.image, m_rng.sub(invalidStream).sub(m_invalid));
        ++m_invalid;
        item.item.known = LabelAnswer::Invalid;
        item.item.text = "Made at random: it shows nothing.";
        return item;
    }

    static NewItem known(LabelItemKind kind, const SeedSource::Seed &seed)
    {
        NewItem item;
        item.item.kind = kind;
        item.item.expected = seed.label;
        item.item.hasSeed = true;
        item.seed = seed.image;
        return item;
    }

    void addKnown(const std::vector<KnownTest> &tests, LabelItemKind kind)
    {
        for (const KnownTest &test : tests) {
            const TestRecord record = m_session.test(test.run, test.test); // throws where it is not there
            NewItem item;
            item.item.kind = kind;
            item.item.runUuid = m_session.run(test.run).uuid;
            item.item.test = test.test;
            item.item.expected = record.label;
            item.item.hasSeed = true;
            item.item.known = test.answer.answer;
            item.item.knownClass = test.answer.seenClass;
            item.item.text = test.text;
            m_items.push_back(std::move(item));
        }
    }

    void shuffleItems()
    {
        std::vector<std::size_t> order(m_items.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        shuffle(order, m_rng.sub(orderStream).sub(1));
        std::vector<std::size_t> placeOf(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            placeOf[order[i]] = i;
        std::vector<NewItem> shuffled;
        for (const std::size_t old : order) {
            shuffled.push_back(std::move(m_items[old]));
            if (shuffled.back().repeats != SIZE_MAX)
                shuffled.back().repeats = placeOf[shuffled.back().repeats];
        }
        m_items = std::move(shuffled);
    }

    const LabelProtocol &m_protocol;
    const SessionStore &m_session;
    const std::vector<SelectedTest> &m_tests;
    Rng m_rng;
    SeedSource m_seeds;
    std::size_t m_invalid = 0;
    std::vector<NewItem> m_items;
};

} // namespace

std::vector<NewItem> makeItems(const LabelProtocol &protocol, const SessionStore &session,
                               const std::vector<SelectedTest> &tests)
{
    return ItemMaker(protocol, session, tests).make();
}

} // namespace mutascope
