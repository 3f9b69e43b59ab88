// SPDX-License-Identifier: GPL-3.0-or-later
// bench_engines [ENGINES [MODELS [BLOCKS]]]: how many random models are generated, exported, run and
// compared a second. Prints one line of JSON.
#include "core/base/error.h"
#include "core/engines/graph/plan.h"
#include "core/engines/oracle/judge.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/resource.h>

namespace {

using namespace mutascope::engines;

std::vector<std::string> listOf(const std::string &text)
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');)
        words.push_back(word);
    return words;
}

// Of this process and of the children that have ended.
double processorSeconds()
{
    double seconds = 0;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        seconds += double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + 1e-6 * double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    }
    return seconds;
}

nlohmann::json measured(Judge &judge, int models, int blocks)
{
    const auto start = std::chrono::steady_clock::now();
    int operators = 0, failures = 0, incomparable = 0;
    for (int seed = 0; seed < models; ++seed) {
        GraphConfig graphs;
        graphs.size = blocks;
        const OperatorGraph graph = randomGraph(graphs, std::uint64_t(seed));
        const Verdict verdict = judge.judge(graph);
        operators += graph.operators();
        incomparable += verdict.comparable ? 0 : 1;
        for (const EngineVerdict &engine : verdict.engines)
            failures += int(engine.failures.size());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {{"models", models},
            {"models_per_second", models / seconds},
            {"operators_per_model", double(operators) / models},
            {"failures", failures},
            {"not_compared", incomparable}};
}

} // namespace

int main(int argc, char **argv)
{
    try {
        JudgeConfig config;
        config.engines = listOf(argc > 1 ? argv[1] : "torch,torchscript,opencv");
        const int models = argc > 2 ? std::atoi(argv[2]) : 300;
        const int blocks = argc > 3 ? std::atoi(argv[3]) : 5;
        std::unique_ptr<Judge> judge = makeJudge(config);
        nlohmann::json result = measured(*judge, models, blocks);
        judge.reset();
        result["processor_ms_per_model"] = 1e3 * processorSeconds() / models; // starting the engines included
        std::cout << result << '\n';
    } catch (const mutascope::Error &error) {
        std::cerr << "bench_engines: " << error.message() << '\n';
        return mutascope::exitCode(error.code());
    }
}
