// SPDX-License-Identifier: GPL-3.0-or-later
// What Mutascope costs on top of a bare forward: bench_ratios PROJECT [rounds] [calls of the loop] [part].
// Each is measured right behind a bare forward of its own, round by round, so that a machine that slows down
// slows both down; the median ratio of the pairs is printed.
#include "core/base/error.h"
#include "core/base/opencv_threads.h"
#include "core/data/batch.h"
#include "core/model/layer_slices.h"
#include "core/run/run.h"
#include "core/run/run_context.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

using namespace mutascope;

namespace {

constexpr std::size_t mostImages = 1024; // a round
constexpr double roundSeconds = 1.5; // about; a large network gets fewer images

double secondsOf(const std::function<void()> &work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

class Quiet : public RunObserver {
public:
    void onEvent(const RunEvent &) override { }
};

std::vector<ImageBatch> batchesOf(const Dataset &data, std::size_t images, std::size_t size)
{
    std::vector<ImageBatch> batches;
    for (std::size_t begin = 0; begin < images; begin += size)
        batches.push_back(batchOf(data, begin, std::min(begin + size, images)));
    return batches;
}

// One way of putting all batches through the model.
struct Variant {
    std::string name;
    std::function<void()> work;
    std::vector<double> ratios; // time / time of the bare forward in the same round
};

class Ratios {
public:
    Ratios(const Project &project, int rounds) : m_project(project), m_rounds(rounds)
    {
        m_model = project.openModel();
        setModelThreads(chosenThreads(*m_model));
        m_data = project.openData("test");
        m_layers = selectLayers(m_model->layers(), project.defaultLayers);
        m_images = imagesOfARound();
    }

    // Returns the bare rate in images a second.
    double forwards(std::size_t batchSize)
    {
        batchSize = std::min(batchSize, m_images);
        const std::vector<ImageBatch> batches = batchesOf(*m_data, m_images, batchSize);
        std::vector<Variant> variants = makeVariants(batches);
        std::vector<double> bare;
        for (int round = 0; round < m_rounds + 1; ++round) {
            for (Variant &variant : variants) {
                const double base = secondsOf([&] { predictAll(batches); });
                const double time = secondsOf(variant.work);
                if (round == 0)
                    continue; // warms up
                variant.ratios.push_back(time / base);
                bare.push_back(base);
            }
        }
        const double rate = double(m_images) / median(bare);
        fmt::print("batch {:4}  bare forward {:9.0f} images/s\n", batchSize, rate);
        for (const Variant &variant : variants)
            fmt::print("            {:<22} {:+6.1f} %\n", variant.name, 100 * (median(variant.ratios) - 1));
        return rate;
    }

    void loop(const std::string &generator, std::int64_t calls)
    {
        const std::vector<ImageBatch> batches
            = batchesOf(*m_data, m_images, std::min<std::size_t>(m_images, 256));
        std::vector<double> shares;
        for (int round = 0; round < std::max(1, m_rounds / 3) + 1; ++round) {
            const double bare = double(m_images) / secondsOf([&] { predictAll(batches); });
            const RunRecord record = run(generator, calls);
            const double bareAfter = double(m_images) / secondsOf([&] { predictAll(batches); });
            const double rate = double(record.counters.tests) / record.counters.seconds;
            if (round > 0)
                shares.push_back(rate / ((bare + bareAfter) / 2));
            m_last = record;
        }
        fmt::print("{:<10} {:5.1f} % of the bare forward's rate (batch 256); {} tests, {} failing, {:.0f} "
                   "tests/s, model {:.0f} % of the time\n",
                   generator, 100 * median(shares), m_last.counters.tests, m_last.counters.failing,
                   double(m_last.counters.tests) / m_last.counters.seconds,
                   100 * m_last.counters.modelSeconds / m_last.counters.seconds);
    }

private:
    std::size_t imagesOfARound()
    {
        const ImageBatch few = batchOf(*m_data, 0, std::min<std::size_t>(8, m_data->size()));
        m_model->predict(few); // the first one is slower
        const double seconds = secondsOf([&] { m_model->predict(few); });
        const double images = roundSeconds / seconds * double(few.count());
        return std::clamp<std::size_t>(std::size_t(images), few.count(),
                                       std::min(mostImages, m_data->size()));
    }

    void predictAll(const std::vector<ImageBatch> &batches)
    {
        for (const ImageBatch &batch : batches)
            m_model->predict(batch);
    }

    static void measure(Criterion &criterion, const Trace &trace)
    {
        if (criterion.gain(TraceRows::all(trace)) > 0)
            criterion.commit(TraceRows::all(trace));
    }

    // Empty for a criterion that these few images do not serve (no variance in a class): said, not measured.
    std::shared_ptr<Criterion> fitted(const std::string &id, const std::vector<Trace> &traces) const
    {
        try {
            std::shared_ptr<Criterion> criterion
                = parseCriterion(id).create(sliceLayers(m_model->layers(), m_layers));
            for (const Trace &trace : traces)
                criterion->fit(trace);
            for (const Trace &trace : traces)
                criterion->gain(TraceRows::all(trace));
            return criterion;
        } catch (const Error &error) {
            fmt::print("            {:<22} left out: {}\n", id, error.what());
            return nullptr;
        }
    }

    std::vector<Variant> makeVariants(const std::vector<ImageBatch> &batches)
    {
        std::vector<Variant> variants;
        variants.push_back({"trace",
                            [this, &batches] {
                                for (const ImageBatch &batch : batches)
                                    m_model->trace(batch, m_layers);
                            },
                            {}});
        std::vector<Trace> traces;
        for (const ImageBatch &batch : batches)
            traces.push_back(m_model->trace(batch, m_layers));
        for (const CriterionInfo &info : criteria())
            if (const auto criterion = fitted(info.id, traces))
                variants.push_back({"trace + " + info.id,
                                    [this, &batches, criterion] {
                                        for (const ImageBatch &batch : batches)
                                            measure(*criterion, m_model->trace(batch, m_layers));
                                    },
                                    {}});
        return variants;
    }

    RunRecord run(const std::string &generator, std::int64_t calls)
    {
        const std::filesystem::path file = std::filesystem::temp_directory_path()
            / fmt::format("bench-{}.mscope", std::int64_t(::getpid()));
        RunConfig config;
        config.generator = generator;
        config.criterion = m_project.defaultCriterion;
        config.layers = m_project.defaultLayers;
        config.budget.modelCalls = calls;
        RunControl control;
        Quiet quiet;
        RunRecord record;
        {
            SessionStore store(file, SessionStore::Mode::Create);
            record = executeRun(m_project, config, store, control, quiet);
        }
        std::filesystem::remove(file);
        return record;
    }

    Project m_project;
    int m_rounds;
    std::unique_ptr<Model> m_model;
    std::unique_ptr<Dataset> m_data;
    LayerSet m_layers;
    std::size_t m_images = 0; // a round
    RunRecord m_last;
};

} // namespace

int main(int count, char **arguments)
{
    try {
        if (count < 2) {
            fmt::print(
                stderr,
                "usage: bench_ratios PROJECT [rounds] [calls of the loop] [forwards|loops|GENERATOR]\n");
            return 2;
        }
        keepOpenCvToOneThread(); // as the program does
        const int rounds = count > 2 ? std::max(1, std::stoi(arguments[2])) : 9;
        const std::int64_t calls = count > 3 ? std::stoll(arguments[3]) : 40000;
        Ratios ratios(openProject(arguments[1]), rounds);
        const std::string part = count > 4 ? arguments[4] : "";
        if (part.empty() || part == "forwards")
            for (const std::size_t batch : {64, 256})
                ratios.forwards(batch);
        for (const char *generator : {"deephunter", "random", "deepsmart"})
            if (part.empty() || part == "loops" || part == generator)
                ratios.loop(generator, calls);
        return 0;
    } catch (const Error &error) {
        fmt::print(stderr, "bench_ratios: {}\n", error.message());
        return exitCode(error.code());
    }
}
