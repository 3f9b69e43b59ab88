// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace mutascope::engines {

using ChoiceValue = std::variant<std::int64_t, double, std::string>;
// Values that are given instead of drawn, by name of the choice.
using Pins = std::map<std::string, ChoiceValue>;

// One choice that was made and what else it could have been.
struct Choice {
    struct Whole {
        std::int64_t low = 0;
        std::int64_t high = 0;
    };
    struct Real {
        double low = 0;
        double high = 0;
    };
    using Domain = std::variant<Whole, Real, std::vector<std::int64_t>, std::vector<std::string>>;

    std::string name;
    ChoiceValue value;
    Domain domain;
    bool single() const; // it could not have been another
    // Uniform among the other values of the domain. Not of a single one.
    ChoiceValue other(Rng rng) const;
};

// How an operator's free attributes are chosen: each by name from a random stream of its own, so that a
// change of one leaves the others as they were, and asking twice gives the same answer. A pin is used where
// it lies in the domain; where the inputs have changed so much that it does not, the choice is drawn.
class Choices {
public:
    Choices(std::uint64_t seed, const Pins &pins) : m_rng(seed), m_pins(pins) { }

    std::int64_t integer(const std::string &name, std::int64_t low, std::int64_t high);
    std::int64_t oneOf(const std::string &name, const std::vector<std::int64_t> &values);
    double real(const std::string &name, double low, double high);
    std::string word(const std::string &name, const std::vector<std::string> &words);
    // 1 with the given probability. Pinned as 0 or 1.
    bool flag(const std::string &name, double probability = 0.5);
    // Numbers that no pin changes.
    Rng stream(const std::string &name) const;

    // Without repetitions, in the order of asking.
    const std::vector<Choice> &made() const { return m_made; }

private:
    template <typename Value> const Value *pinned(const std::string &name) const;
    void note(const std::string &name, ChoiceValue value, Choice::Domain domain);

    Rng m_rng;
    const Pins &m_pins;
    std::vector<Choice> m_made;
};

} // namespace mutascope::engines
