// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/translators.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <cmath>

namespace mutascope::cagfuzz {

namespace {

std::set<int> classesOf(const std::vector<Seed> &seeds)
{
    std::set<int> classes;
    for (const Seed &seed : seeds)
        classes.insert(seed.label);
    return classes;
}

// The model under test has no part in it.
nlohmann::json descriptionOf(const Dataset &train, const GroupPair &groups, const Settings &settings,
                             const CycleGan &network)
{
    return {{"data", train.spec().sha256},      {"pairs", settings.pairs},
            {"classes", groups.classes},        {"epochs", settings.training.epochs},
            {"batch", settings.training.batch}, {"images", settings.training.images},
            {"network", network.description()}, {"groups", "in turn"}};
}

EpochOptions trainingOf(const GroupPair &groups, const Settings &settings)
{
    EpochOptions options = settings.training;
    options.name = "CycleGAN, " + groups.name;
    options.labelsInTurn = true; // a batch of one group teaches nothing
    return options;
}

double valueOf(const Mutation &mutation, const char *name)
{
    const auto found = mutation.values.find(name);
    if (found == mutation.values.end() || !std::isfinite(found->second))
        throwBadSavedState(std::string("a translation lacks its '") + name + "'");
    return found->second;
}

CycleTurn turnOf(const Mutation &mutation)
{
    const double rounds = valueOf(mutation, "rounds");
    if (!(rounds >= 1 && rounds <= 1000))
        throwBadSavedState("a translation has an impossible number of rounds");
    return {valueOf(mutation, "second") != 0, int(rounds), mutation.noiseSeed};
}

} // namespace

Translators::Pair::Pair(const Dataset &train, GroupPair groupPair, const Settings &settings)
    : groups(std::move(groupPair)), view(train, groups), network(train.spec().shape, settings.network),
      training(network,
               {"cyclegan", descriptionOf(train, groups, settings, network), &view,
                trainingOf(groups, settings), 1})
{
}

Translators::Translators(const Settings &settings, const Dataset &train, const std::vector<Seed> &seeds)
    : m_rounds(settings.rounds)
{
    for (GroupPair &groups : makePairs(train, settings.pairing, classesOf(seeds))) {
        for (std::size_t i = 0; i < groups.classes.size(); ++i)
            m_home.emplace(groups.classes[i],
                           std::pair(m_pairs.size(), settings.pairing == Pairing::Classes && i == 1));
        m_pairs.push_back(std::make_unique<Pair>(train, std::move(groups), settings));
    }
}

void Translators::begin(RunData &data, TestBench &bench)
{
    for (; m_next < m_pairs.size(); ++m_next) {
        ArtefactTraining &training = m_pairs[m_next]->training;
        training.begin(data, bench);
        if (!training.ready())
            return;
    }
}

void Translators::step(TestBench &bench, RunData &data)
{
    ArtefactTraining &training = m_pairs[m_next]->training;
    training.step(bench, data);
    if (!training.ready())
        return;
    ++m_next;
    begin(data, bench);
}

Mutation Translators::draw(int label, std::size_t n, Rng &rng) const
{
    const auto &[pair, second] = m_home.at(label);
    const bool other = n % 2 == 1;
    const auto rounds = 1 + int(n / 2 % std::size_t(m_rounds));
    return {mutator,
            {{"pair", double(pair)}, {"second", second != other ? 1 : 0}, {"rounds", rounds}},
            std::max<std::uint64_t>(rng.next64(), 1)};
}

ImageBatch Translators::apply(const ImageBatch &images, const std::vector<Mutation> &mutations) const
{
    std::map<std::size_t, std::vector<std::size_t>> rowsOfPair;
    for (std::size_t row = 0; row < mutations.size(); ++row) {
        const double pair = valueOf(mutations[row], "pair");
        if (!(pair >= 0 && pair < double(m_pairs.size())))
            throwBadSavedState("a translation names a pair of groups that does not exist");
        rowsOfPair[std::size_t(pair)].push_back(row);
    }
    std::vector<Image> results(mutations.size());
    for (const auto &[pair, rows] : rowsOfPair) {
        ImageBatch some(images.shape());
        std::vector<CycleTurn> turns;
        for (const std::size_t row : rows) {
            some.append(images.shape(), images.pixels(row));
            turns.push_back(turnOf(mutations[row]));
        }
        const ImageBatch made = m_pairs[pair]->network.cycle(some, turns);
        for (std::size_t i = 0; i < rows.size(); ++i)
            results[rows[i]] = made.image(i);
    }
    ImageBatch batch(images.shape());
    batch.reserve(results.size());
    for (const Image &image : results)
        batch.append(image);
    return batch;
}

std::string Translators::keys() const
{
    std::string all;
    for (const auto &pair : m_pairs)
        all += pair->training.key() + ' ';
    return all;
}

} // namespace mutascope::cagfuzz
