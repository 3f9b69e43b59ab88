// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/minimize.h"
#include "core/base/error.h"
#include "core/run/after/minimize_trials.h"
#include <algorithm>
#include <array>

namespace mutascope {

namespace {

constexpr double worthwhile = 0.01; // share of the norm that another round must have saved

class Minimizer {
public:
    Minimizer(Model &model, const std::vector<ChangedImage> &tests, const MinimizeOptions &options,
              const std::function<bool(const MinimizeProgress &)> &onProgress)
        : m_options(options), m_bench(model, onProgress)
    {
        for (const ChangedImage &test : tests) {
            if (test.seed.shape != model.spec().input || test.test.shape != model.spec().input)
                throw Error(ErrorCode::BadData,
                            "a test is " + test.test.shape.text() + ", the model takes "
                                + model.spec().input.text());
            m_all.push_back({&test, test.test});
            m_result.images.push_back(
                {test.test, MinimizeOutcome::Unfinished, pixelDistance(test.seed, test.test), {}});
        }
    }

    MinimizeResult execute()
    {
        shrink(reproduced());
        verify();
        for (MinimizedImage &image : m_result.images) {
            const std::size_t index = std::size_t(&image - m_result.images.data());
            image.image = m_all[index].current;
            image.after = pixelDistance(m_all[index].start->seed, image.image);
        }
        m_result.calls = m_bench.calls();
        return std::move(m_result);
    }

private:
    std::vector<Trial> judgeAll()
    {
        return m_bench.judge(m_all.size(), [&](std::size_t i, std::span<std::uint8_t> pixels) {
            std::ranges::copy(m_all[i].current.pixels, pixels.begin());
            return m_all[i].start->predicted;
        });
    }

    MinimizeOutcome &outcome(std::size_t test) { return m_result.images[test].outcome; }

    std::vector<std::size_t> reproduced()
    {
        const std::vector<Trial> trials = judgeAll();
        std::vector<std::size_t> tests;
        for (std::size_t i = 0; i < trials.size(); ++i)
            if (trials[i].holds)
                tests.push_back(i);
            else
                outcome(i) = MinimizeOutcome::NotReproduced;
        return tests;
    }

    double norm(std::size_t test) const
    {
        return normOf(pixelDistance(m_all[test].start->seed, m_all[test].current), m_options.norm);
    }

    void shrink(std::vector<std::size_t> open)
    {
        if (m_options.norm == MinimizeNorm::L0)
            takeBackBlocks(m_bench, m_all, open, m_options); // while there is margin for it
        while (!open.empty() && !m_bench.stopped()) {
            std::vector<double> before;
            for (const std::size_t test : open)
                before.push_back(norm(test));
            scaleChanges(m_bench, m_all, open, true);
            scaleChanges(m_bench, m_all, open, false);
            takeBackBlocks(m_bench, m_all, open, m_options);
            showLeft();
            if (!m_bench.stopped())
                open = stillFalling(open, before);
        }
        for (const std::size_t test : open)
            outcome(test) = MinimizeOutcome::Unfinished;
    }

    std::vector<std::size_t> stillFalling(const std::vector<std::size_t> &open,
                                          const std::vector<double> &before)
    {
        std::vector<std::size_t> falling;
        for (std::size_t i = 0; i < open.size(); ++i) {
            outcome(open[i]) = MinimizeOutcome::Minimal;
            if (norm(open[i]) < (1 - worthwhile) * before[i])
                falling.push_back(open[i]);
        }
        return falling;
    }

    void showLeft()
    {
        double sum = 0;
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            const double before = normOf(m_result.images[i].before, m_options.norm);
            sum += before > 0 ? norm(i) / before : 1;
        }
        m_bench.setLeft(sum / double(m_all.size()));
    }

    // On the edge between two classes the last bit of a sum decides, and that may depend on the other images
    // of a forward. What does not hold once more is given back as it came.
    void verify()
    {
        m_bench.finish();
        const std::vector<Trial> trials = judgeAll();
        for (std::size_t i = 0; i < trials.size(); ++i) {
            if (trials[i].holds)
                continue;
            const bool changed = m_all[i].current != m_all[i].start->test;
            outcome(i) = changed ? MinimizeOutcome::NotVerified : MinimizeOutcome::NotReproduced;
            m_all[i].current = m_all[i].start->test;
        }
    }

    MinimizeOptions m_options;
    TrialBench m_bench;
    std::vector<Shrinking> m_all;
    MinimizeResult m_result;
};

constexpr std::array norms{MinimizeNorm::L2, MinimizeNorm::Linf, MinimizeNorm::L0};

} // namespace

const char *normName(MinimizeNorm norm)
{
    switch (norm) {
    case MinimizeNorm::L2:
        return "l2";
    case MinimizeNorm::Linf:
        return "linf";
    case MinimizeNorm::L0:
        break;
    }
    return "l0";
}

MinimizeNorm normFromName(const std::string &name)
{
    std::vector<std::string> names;
    for (const MinimizeNorm norm : norms) {
        if (name == normName(norm))
            return norm;
        names.emplace_back(normName(norm));
    }
    throwUnknownName("norm", name, names);
}

double normOf(const PixelDistance &distance, MinimizeNorm norm)
{
    switch (norm) {
    case MinimizeNorm::L2:
        return distance.l2;
    case MinimizeNorm::Linf:
        return distance.linf;
    case MinimizeNorm::L0:
        break;
    }
    return double(distance.l0);
}

MinimizeResult minimizeImages(Model &model, const std::vector<ChangedImage> &tests,
                              const MinimizeOptions &options,
                              const std::function<bool(const MinimizeProgress &)> &onProgress)
{
    return Minimizer(model, tests, options, onProgress).execute();
}

} // namespace mutascope
