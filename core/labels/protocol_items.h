// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/protocol.h"
#include "core/store/session_store.h"
#include <optional>

namespace mutascope {

// An item that is not stored yet. Images are there for what is no test of the session.
struct NewItem {
    LabelItem item; // without uuid
    std::size_t repeats = SIZE_MAX; // of a Repeat: index of the item it repeats
    std::optional<Image> image;
    std::optional<Image> seed;
};

struct SelectedTest {
    std::int64_t run = 0; // number
    std::string runUuid;
    std::string generator;
    std::int64_t test = 0;
    int label = 0;
    int seed = 0; // of the run
};

// Where several classes are called alike (ImageNet has two "crane"), each gets its number: "crane (class
// 134)". A name says which class is meant then, on buttons and in files.
std::vector<std::string> distinctNames(std::vector<std::string> names);

// Names of the classes of the session's runs, distinct; numbers where they have none; empty where there is no
// run.
std::vector<std::string> classNamesOf(const SessionStore &session);

// Tests of the session the protocol is about (not Disagreements), by run and id. Throws Error{NotFound}.
std::vector<SelectedTest> selectTests(const LabelProtocol &protocol, const SessionStore &session);

// size tests (all where there are fewer), as evenly as possible from each pair of generator and class, so
// that a rare one is judged as well as a frequent one; drawn from the protocol's seed. Keeps the order.
std::vector<SelectedTest> stratifiedSample(std::vector<SelectedTest> tests, std::size_t size,
                                           std::uint64_t seed);

// Everything that is asked: training and examples first, the rest shuffled, so that the order of storing says
// nothing. Throws Error{Usage} where there are too few tests to repeat, Error{NotFound} for an example that
// is not there.
std::vector<NewItem> makeItems(const LabelProtocol &protocol, const SessionStore &session,
                               const std::vector<SelectedTest> &tests);

} // namespace mutascope
