// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/shuffle.h"
#include "core/data/class_names.h"
#include "core/labels/protocol_items.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

constexpr std::uint64_t sampleStream = 1; // of the protocol's seed

// Of the project as it was stored with the run; nothing where it says nothing.
std::vector<std::string> namesInProject(const RunRecord &run)
{
    const auto project = nlohmann::json::parse(run.project, nullptr, false);
    std::vector<std::string> names;
    if (!project.is_object() || !project.contains("data") || !project["data"].is_object())
        return names;
    const auto &data = project["data"];
    if (!data.contains("classes") || !data["classes"].is_array())
        return names;
    for (const auto &name : data["classes"])
        names.push_back(name.is_string() ? name.get<std::string>() : std::string("?"));
    return names;
}

TestFilter filterOf(const LabelProtocol &protocol)
{
    TestFilter filter;
    if (protocol.selection != TestSelection::Filter) {
        filter.failing = true;
        return filter;
    }
    filter.failing = protocol.filter.failing;
    filter.verified = protocol.filter.verified;
    filter.label = protocol.filter.label;
    filter.predicted = protocol.filter.predicted;
    if (!protocol.filter.mutator.empty())
        filter.mutator = protocol.filter.mutator;
    return filter;
}

std::vector<RunRecord> runsOf(const LabelProtocol &protocol, const SessionStore &session)
{
    if (protocol.runs.empty())
        return session.runs();
    std::vector<RunRecord> runs;
    for (const std::int64_t run : protocol.runs)
        runs.push_back(session.run(run));
    return runs;
}

// How many of each stratum: all get the same, as far as they have as many; what is left over goes to the
// first ones that have more.
std::vector<std::size_t> evenShares(const std::vector<std::size_t> &sizes, std::size_t wanted)
{
    std::vector<std::size_t> taken(sizes.size());
    for (bool more = true; more && wanted > 0;) {
        more = false;
        for (std::size_t i = 0; i < sizes.size() && wanted > 0; ++i) {
            if (taken[i] == sizes[i])
                continue;
            ++taken[i];
            --wanted;
            more = true;
        }
    }
    return taken;
}

bool before(const SelectedTest &a, const SelectedTest &b)
{
    return std::pair(a.run, a.test) < std::pair(b.run, b.test);
}

// The places of names that stand more than once.
std::vector<std::size_t> repeated(const std::vector<std::string> &names)
{
    std::map<std::string, std::size_t> counts;
    for (const std::string &name : names)
        ++counts[name];
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (counts[names[i]] > 1)
            found.push_back(i);
    return found;
}

} // namespace

std::vector<std::string> distinctNames(std::vector<std::string> names)
{
    // More than once only where a class is itself called "crane (class 134)".
    for (auto alike = repeated(names); !alike.empty(); alike = repeated(names))
        for (const std::size_t i : alike)
            names[i] += fmt::format(" (class {})", i);
    return names;
}

std::vector<std::string> classNamesOf(const SessionStore &session)
{
    for (const RunRecord &run : session.runs()) {
        std::vector<std::string> names = namesInProject(run);
        const std::vector<SeedRecord> seeds = session.seeds(run.id);
        const std::size_t classes = seeds.empty() ? 0 : seeds.front().probabilities.size();
        for (std::size_t i = names.size(); i < classes; ++i)
            names.push_back(std::to_string(i));
        if (!names.empty())
            return distinctNames(std::move(names));
    }
    return {};
}

std::vector<SelectedTest> stratifiedSample(std::vector<SelectedTest> tests, std::size_t size,
                                           std::uint64_t seed)
{
    if (tests.size() <= size)
        return tests;
    std::map<std::pair<std::string, int>, std::vector<SelectedTest>> sorted;
    for (SelectedTest &test : tests)
        sorted[{test.generator, test.label}].push_back(std::move(test));
    std::vector<std::vector<SelectedTest>> strata;
    for (auto &[key, stratum] : sorted)
        strata.push_back(std::move(stratum));
    const Rng rng = Rng(seed).sub(sampleStream);
    shuffle(strata, rng.sub(0)); // so that what is left over is no question of names
    std::vector<std::size_t> sizes;
    for (const auto &stratum : strata)
        sizes.push_back(stratum.size());
    const std::vector<std::size_t> shares = evenShares(sizes, size);
    std::vector<SelectedTest> sample;
    for (std::size_t i = 0; i < strata.size(); ++i) {
        shuffle(strata[i], rng.sub(i + 1));
        std::move(strata[i].begin(), strata[i].begin() + std::ptrdiff_t(shares[i]),
                  std::back_inserter(sample));
    }
    std::ranges::sort(sample, before);
    return sample;
}

std::vector<SelectedTest> selectTests(const LabelProtocol &protocol, const SessionStore &session)
{
    std::vector<SelectedTest> tests;
    for (const RunRecord &run : runsOf(protocol, session))
        for (const TestRecord &test : session.tests(run.id, filterOf(protocol)))
            tests.push_back({run.id, run.uuid, run.generator, test.id, test.label, test.seed});
    if (tests.empty())
        throw Error(ErrorCode::NotFound,
                    "session '" + session.file().string() + "' has no test for the labelling protocol",
                    protocol.selection == TestSelection::Filter ? "Use a filter that matches something"
                                                                : "Search until a test fails");
    if (protocol.selection == TestSelection::Sample)
        return stratifiedSample(std::move(tests), std::size_t(protocol.sampleSize), protocol.seed);
    return tests;
}

} // namespace mutascope
