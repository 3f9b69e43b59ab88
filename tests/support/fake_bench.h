// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/support/fake_model.h"
#include <map>
#include <set>

namespace mutascope {

// A bench whose judgement and coverage a test can script. It writes down all that a generator does. A copy is
// a snapshot: what a session would hold at that moment.
class FakeBench : public TestBench {
public:
    using Feature = std::uint64_t;
    struct Stored {
        Candidate candidate;
        bool failing = false;
        bool kept = false;
        double gain = 0;
    };

    FakeBench(FakeModel &model, const std::vector<Seed> &seeds) : m_model(&model), m_seeds(&seeds) { }

    // Empty: a test fails where the model's prediction is not the seed's label.
    std::function<bool(const Candidate &)> failing;
    // Items a test covers, of featureTotal. Empty: the neuron values in 32 sections each.
    std::function<std::set<Feature>(const Candidate &)> features;
    double featureTotal = FakeModel::neurons * 32;

    Evaluation evaluate(std::vector<Candidate> candidates) override;
    double gain(const Evaluation &evaluation, std::size_t begin, std::size_t end) const override;
    double commit(const Evaluation &evaluation, std::size_t begin, std::size_t end) override;
    TestId keep(Evaluation &evaluation, std::size_t row, double gain) override;
    Image image(TestId id) const override { return stored.at(id).candidate.image; }
    void countTries(const std::string &mutator, std::int64_t count) override { tries[mutator] += count; }
    Model &model() override { return *m_model; }

    double coverage() const { return double(covered.size()) / featureTotal; }
    std::vector<TestId> keptIds() const;

    std::vector<Candidate> judged; // all of them, in order
    std::vector<bool> verdicts; // failing, likewise
    std::vector<std::size_t> batches; // size of each evaluation
    std::map<TestId, Stored> stored;
    std::map<std::string, std::int64_t> tries;
    std::set<Feature> covered;
    std::vector<double> commits; // what each commit added
    mutable int gainCalls = 0;

private:
    std::set<Feature> newFeatures(const Evaluation &evaluation, std::size_t begin, std::size_t end) const;
    std::set<Feature> featuresOf(const Evaluation &evaluation, std::size_t row) const;
    TestId store(const Evaluation &evaluation, std::size_t row);

    FakeModel *m_model;
    const std::vector<Seed> *m_seeds;
};

} // namespace mutascope
