// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "core/base/error.h"
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <thread>

namespace mutascope::cli {

namespace {

template <typename Number> std::optional<Number> parsed(const std::string &text)
{
    Number number{};
    const char *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end)
        return {};
    return number;
}

[[noreturn]] void throwIllegal(const std::string &option, const std::string &text,
                               const std::string &expected)
{
    throw Error(ErrorCode::Usage, fmt::format("{}: '{}' is not allowed", option, text),
                "Expected: " + expected);
}

// "--budget-calls" of "-b,--budget-calls".
std::string longName(const std::string &names)
{
    return names.substr(names.rfind(',') + 1);
}

} // namespace

CLI::App *addCommand(CLI::App &app, const std::string &name, const std::string &description)
{
    CLI::App *command = app.add_subcommand(name, description);
    command->set_help_flag("-h,--help", "Show this help and exit");
    command->set_version_flag("--version", "mutascope-cli " MUTASCOPE_VERSION, "Show the version and exit");
    command->footer(""); // the program's own would be inherited
    return command;
}

std::int64_t parseCount(const std::string &option, const std::string &text, std::int64_t minimum,
                        std::int64_t maximum)
{
    const auto number = parsed<std::int64_t>(text);
    if (number && *number >= minimum && *number <= maximum)
        return *number;
    const bool tooLarge = text.size() > 18 && text.find_first_not_of("0123456789") == std::string::npos;
    if (tooLarge || maximum < std::numeric_limits<std::int64_t>::max())
        throwIllegal(option, text, fmt::format("a whole number from {} to {}", minimum, maximum));
    throwIllegal(option, text, fmt::format("a whole number of {} or more", minimum));
}

double parseNumber(const std::string &option, const std::string &text)
{
    const auto number = parsed<double>(text);
    if (!number || !std::isfinite(*number))
        throwIllegal(option, text, "a number");
    return *number;
}

ImageShape parseShape(const std::string &option, const std::string &text)
{
    constexpr int largestSide = 4096;
    std::vector<int> sides;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('x', begin), text.size());
        sides.push_back(parsed<int>(text.substr(begin, end - begin)).value_or(0));
        begin = end + 1;
    }
    const auto legal = [](int side) { return side >= 1 && side <= largestSide; };
    if (sides.size() != 3 || !std::all_of(sides.begin(), sides.end(), legal)
        || (sides[2] != 1 && sides[2] != 3))
        throwIllegal(option, text, "HEIGHTxWIDTHxCHANNELS with 1 or 3 channels, for example 28x28x1");
    return {sides[0], sides[1], sides[2]};
}

std::vector<std::string> splitList(const std::string &text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<float> parseFloats(const std::string &option, const std::string &text)
{
    std::vector<float> out;
    for (const std::string &part : splitList(text))
        out.push_back(float(parseNumber(option, part)));
    return out;
}

CLI::Option *addText(CLI::App &command, const std::string &names, std::string &value,
                     const std::string &description)
{
    const std::string name = longName(names);
    const auto set = [name, &value](const std::string &text) {
        if (text.empty()) // an unset variable of a script must not silently mean "the default"
            throw Error(ErrorCode::Usage, name + " is empty", "Give a value, or leave it out");
        value = text;
    };
    return command.add_option_function<std::string>(names, set, description);
}

CLI::Option *addCount(CLI::App &command, const std::string &names, std::int64_t minimum,
                      const std::function<void(std::int64_t)> &set, const std::string &description)
{
    const std::string name = longName(names);
    const auto parse = [=](const std::string &text) { set(parseCount(name, text, minimum)); };
    return command.add_option_function<std::string>(names, parse, description)->type_name("N");
}

CLI::Option *addPositive(CLI::App &command, const std::string &names, const std::function<void(double)> &set,
                         const std::string &description)
{
    const std::string name = longName(names);
    const auto parse = [=](const std::string &text) {
        const double number = parseNumber(name, text);
        if (number <= 0)
            throwIllegal(name, text, "a number larger than 0");
        set(number);
    };
    return command.add_option_function<std::string>(names, parse, description)->type_name("X");
}

void addBudget(CLI::App &command, Budget &budget)
{
    const char *group = "Budget (the first limit reached ends the run)";
    addCount(
        command, "--budget-calls", 1, [&](std::int64_t n) { budget.modelCalls = n; },
        "Model calls: one image through one forward")
        ->group(group);
    addPositive(
        command, "--budget-time", [&](double s) { budget.seconds = s; }, "Seconds of searching")
        ->group(group)
        ->type_name("SECONDS");
    addCount(
        command, "--budget-tests", 1, [&](std::int64_t n) { budget.tests = n; }, "Judged tests")
        ->group(group);
    addCount(
        command, "--budget-failures", 1, [&](std::int64_t n) { budget.failures = n; }, "Failing tests")
        ->group(group);
}

void addSeed(CLI::App &command, std::uint64_t &seed, const std::string &description)
{
    const auto parse = [&seed](const std::string &text) {
        const auto number = parsed<std::uint64_t>(text);
        if (!number)
            throwIllegal(
                "--seed", text,
                fmt::format("a whole number from 0 to {}", std::numeric_limits<std::uint64_t>::max()));
        seed = *number;
    };
    command.add_option_function<std::string>("--seed", parse, description)->type_name("N");
}

void addThreads(CLI::App &command, int &threads)
{
    // Far more threads than processors make the tensor library a hundred times slower.
    const std::int64_t most = 4 * std::max(1U, std::thread::hardware_concurrency());
    const auto parse = [&threads, most](const std::string &text) {
        threads = int(parseCount("--threads", text, 1, most));
    };
    command
        .add_option_function<std::string>(
            "--threads", parse, "Threads of the tensor library (default: chosen for the model's size)")
        ->type_name("N");
}

void addJson(CLI::App &command, bool &json)
{
    command.add_flag("--json", json, "End with one JSON object on the standard output");
}

void addRunNumber(CLI::App &command, std::int64_t &run, const std::string &whenMissing)
{
    addCount(
        command, "--run", 1, [&](std::int64_t n) { run = n; },
        "Number of the run, as 'info FILE' lists them (default: " + whenMissing + ")");
}

std::map<std::string, std::string> settingsOf(const std::vector<std::string> &texts)
{
    std::map<std::string, std::string> out;
    for (const std::string &text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, fmt::format("--set: '{}' is not NAME=VALUE", text),
                        "For example: --set batch-size=64");
        if (!out.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            throw Error(ErrorCode::Usage, fmt::format("--set: '{}' is given twice", text.substr(0, equals)));
    }
    return out;
}

} // namespace mutascope::cli
