// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/budget.h"
#include "core/base/image.h"
#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Options as the commands share them. Values are parsed here, not by the parser's library, whose messages do
// not say what is allowed. Every function throws Error{Usage}.
namespace mutascope::cli {

// A subcommand with --help and --version whose work is chosen once it was parsed.
CLI::App *addCommand(CLI::App &app, const std::string &name, const std::string &description);

std::int64_t parseCount(const std::string &option, const std::string &text, std::int64_t minimum,
                        std::int64_t maximum = INT64_MAX);
double parseNumber(const std::string &option, const std::string &text);
ImageShape parseShape(const std::string &option, const std::string &text); // "28x28x1"
std::vector<std::string> splitList(const std::string &text); // at commas
// NAME=VALUE of each --set.
std::map<std::string, std::string> settingsOf(const std::vector<std::string> &texts);
std::vector<float> parseFloats(const std::string &option, const std::string &text); // "0.5,0.5"

// Options with one value each, never an empty one; set stores it.
CLI::Option *addText(CLI::App &command, const std::string &names, std::string &value,
                     const std::string &description);
CLI::Option *addCount(CLI::App &command, const std::string &names, std::int64_t minimum,
                      const std::function<void(std::int64_t)> &set, const std::string &description);
CLI::Option *addPositive(CLI::App &command, const std::string &names, const std::function<void(double)> &set,
                         const std::string &description);

void addBudget(CLI::App &command, Budget &budget);
void addSeed(CLI::App &command, std::uint64_t &seed, const std::string &description); // all 64 bits
void addThreads(CLI::App &command, int &threads);
void addJson(CLI::App &command, bool &json);
// N of --run; 0 where it is not given.
void addRunNumber(CLI::App &command, std::int64_t &run, const std::string &whenMissing);

} // namespace mutascope::cli
