// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/protocol.h"
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/store/uuid.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr int mostItems = 1'000'000;
constexpr int mostLabellers = 100'000;
constexpr std::size_t longestName = 200;
constexpr std::size_t longestInstructions = 100'000;

[[noreturn]] void refuse(const std::string &what, const std::string &hint = {})
{
    throw Error(ErrorCode::Usage, "the labelling protocol " + what, hint);
}

void checkRange(const char *what, double value, double low, double high)
{
    if (!(value >= low && value <= high))
        refuse(fmt::format("asks for {} {}; {} to {} are possible", value, what, low, high));
}

void checkTexts(const LabelProtocol &protocol)
{
    if (protocol.name.find_first_not_of(" \t\r\n") == std::string::npos)
        refuse("has no name", "Give it one");
    if (protocol.name.size() > longestName)
        refuse(fmt::format("has a name of {} bytes; at most {} are possible", protocol.name.size(),
                           longestName));
    if (protocol.instructions.size() > longestInstructions)
        refuse(fmt::format("has instructions of {} bytes; at most {} are possible",
                           protocol.instructions.size(), longestInstructions));
    for (const std::string *text : {&protocol.name, &protocol.instructions})
        if (asUtf8(*text) != *text)
            refuse("has a text that is no UTF-8");
    if (!protocol.uuid.empty() && !isUuid(protocol.uuid))
        refuse("has '" + protocol.uuid + "' as UUID, which is none");
}

void checkCounts(const LabelProtocol &protocol)
{
    checkRange("tests as its sample", protocol.sampleSize, 1, mostItems);
    checkRange("labels a test", protocol.labelsPerTest, 0, mostLabellers);
    checkRange("labellers", protocol.labellers, 0, mostLabellers);
    checkRange("unchanged seeds as checks", protocol.cleanChecks, 0, mostItems);
    checkRange("invalid images as checks", protocol.invalidChecks, 0, mostItems);
    checkRange("repeated items", protocol.repeats, 0, mostItems);
    checkRange("unchanged seeds in its training round", protocol.trainingClean, 0, mostItems);
    checkRange("invalid images in its training round", protocol.trainingInvalid, 0, mostItems);
    checkRange("mm as width of an image", protocol.millimetres, 5, 500);
    if (protocol.version < 1)
        refuse(fmt::format("has version {}; they count from 1", protocol.version));
    if (protocol.labelsPerTest > 0 && protocol.labellers < protocol.labelsPerTest)
        refuse(fmt::format("asks for {} labels a test of {} labellers", protocol.labelsPerTest,
                           protocol.labellers),
               "Say how many labellers there will be: at least as many as labels a test");
}

void checkKnown(const std::vector<KnownTest> &tests, const LabelProtocol &protocol)
{
    for (const KnownTest &test : tests)
        checkVerdict(test.answer, protocol.question, int(protocol.classNames.size()));
}

} // namespace

const char *selectionName(TestSelection selection)
{
    switch (selection) {
    case TestSelection::Failing:
        return "failing";
    case TestSelection::Sample:
        return "sample";
    case TestSelection::Disagreements:
        return "disagreements";
    case TestSelection::Filter:
        return "filter";
    }
    throw Error(ErrorCode::Internal, "a selection of tests that is none");
}

void checkProtocol(const LabelProtocol &protocol)
{
    checkTexts(protocol);
    checkCounts(protocol);
    if (protocol.classNames.size() == 1 || protocol.classNames.size() > std::size_t(mostClasses))
        refuse(fmt::format("has {} classes; 2 to {} are possible", protocol.classNames.size(), mostClasses));
    const bool nothingToCompare = protocol.hidden.expectedClass && protocol.hidden.seed;
    if (protocol.question == LabelQuestion::Verdict && nothingToCompare)
        refuse("asks whether the class is still the same, but hides both the expected class and the seed",
               "Show one of them, or ask for the class that is seen");
    if (protocol.question == LabelQuestion::Class && !protocol.hidden.expectedClass)
        refuse("asks which class is seen and shows the expected one",
               "Hide the expected class, or ask for a verdict");
    if (protocol.selection == TestSelection::Disagreements && !isUuid(protocol.disagreementsOf))
        refuse("is about disagreements, but does not say of which other protocol", "Give its UUID");
    checkKnown(protocol.training, protocol);
    checkKnown(protocol.examples, protocol);
}

LabelProtocol defaultProtocol(const std::vector<std::string> &classNames, std::int64_t failingTests)
{
    LabelProtocol protocol;
    protocol.classNames = classNames;
    protocol.cleanChecks = 4;
    protocol.invalidChecks = 4;
    protocol.repeats = int(std::clamp<std::int64_t>(failingTests / 10, 0, 8));
    protocol.trainingClean = 2;
    protocol.trainingInvalid = 1;
    if (classNames.size() <= 10) {
        protocol.name = "Which class is seen";
        protocol.instructions
            = "Say which class you see, at first glance. Where it is not an image of any of "
              "them, answer 'Invalid'; where you cannot decide, 'Unsure'. There is no time limit.";
        return protocol;
    }
    protocol.name = "Valid and of the same class";
    protocol.question = LabelQuestion::Verdict;
    protocol.hidden.expectedClass = false;
    protocol.hidden.seed = false;
    protocol.instructions
        = "The image was made from the one beside it. Say whether it still shows what its name says ('Valid, "
          "same class'), something else that you can name ('Valid, other class') or nothing that can be "
          "recognised ('Invalid'); where you cannot decide, 'Unsure'. There is no time limit.";
    return protocol;
}

} // namespace mutascope
