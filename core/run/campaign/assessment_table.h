// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/stats/summary.h"
#include "core/run/campaign/assessment.h"
#include <optional>
#include <string>
#include <vector>

// What an assessment says, as tables: one row a cell and figure, and generators compared figure by figure.
namespace mutascope {

// A figure that cells have: a metric, or a raw one of the run.
struct Figure {
    std::string id;
    std::string name;
    std::string family; // "run" for raw ones
    std::string unit;
    bool higherIsBetter = true;
    bool compared = true; // raw ones are shown, not compared
    bool reproducible = true; // seconds and memory are not
};
std::vector<Figure> figuresOf(const Assessment &assessment);
MetricValue valueOf(const AssessedCell &cell, const Figure &figure);

// One generator's repeats of one figure.
struct Column {
    std::string generator;
    std::vector<double> values; // of the repeats that have one
    std::vector<std::string> missing; // reasons of the others, each once
    std::optional<Summary> summary; // empty without values
    std::string note; // of the first value that has one
    int group = 0; // Scott-Knott; 1 best, 0: not ranked
    bool best = false; // better than the next best, significantly after Holm's correction over all pairs
};

struct Pair {
    std::size_t first = 0; // index of a generator of the plan
    std::size_t second = 0;
    double p = 1; // Mann-Whitney, two-sided
    double corrected = 1; // Holm over the pairs of this figure
    double a12 = 0.5; // of first against second
};

struct Comparison {
    Figure figure;
    std::vector<Column> columns; // one a generator, in the plan's order
    std::vector<Pair> pairs; // of generators that have two values at least
    std::optional<double> friedmanP; // over the generators that have a value in every repeat
    std::vector<std::optional<double>> meanRanks; // of all columns; empty where there is no such test
    double criticalDifference = 0; // Nemenyi
};
std::vector<Comparison> compare(const Assessment &assessment);

// Smallest corrected p that so many pairs and repeats can give at all: where it is not below 0.05, no
// difference can be significant.
double smallestP(std::size_t generators, int repeats);

std::string resultsCsv(const Assessment &assessment); // generator,repeat,seed,state,figure,value,...
std::string resultsJsonl(const Assessment &assessment);
std::string comparisonCsv(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan);
std::string latexTable(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan);
std::string numberText(double value); // four significant digits
// "12.35 ± 0.12": the deviation with two significant digits, the mean with as many decimals. between:
// with its spaces.
std::string deviationText(double mean, double deviation, const std::string &between);
// Of a column with a summary: deviationText; of a single value that alone.
std::string meanText(const Column &column, const std::string &between);

} // namespace mutascope
