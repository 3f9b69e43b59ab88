// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/suspiciousness.h"
#include "core/base/error.h"
#include <array>
#include <cmath>
#include <utility>

namespace mutascope::deepfault {

namespace {

constexpr std::array<std::pair<const char *, Measure>, 4> measures{{{"tarantula", Measure::Tarantula},
                                                                    {"ochiai", Measure::Ochiai},
                                                                    {"dstar", Measure::DStar},
                                                                    {"random", Measure::Random}}};

double share(std::uint32_t active, std::uint32_t inactive)
{
    const double all = double(active) + inactive;
    return all > 0 ? active / all : 0;
}

} // namespace

Measure measureNamed(const std::string &name)
{
    for (const auto &[known, measure] : measures)
        if (name == known)
            return measure;
    throw Error(ErrorCode::Usage, "there is no suspiciousness measure '" + name + "'",
                "Use tarantula, ochiai, dstar or random");
}

const char *nameOf(Measure measure)
{
    for (const auto &[name, known] : measures)
        if (measure == known)
            return name;
    return "";
}

double tarantula(const NeuronCounts &counts)
{
    const double failed = share(counts.activeFailed, counts.inactiveFailed);
    const double passed = share(counts.activePassed, counts.inactivePassed);
    return failed > 0 ? failed / (failed + passed) : 0;
}

double ochiai(const NeuronCounts &counts)
{
    const double failed = double(counts.activeFailed) + counts.inactiveFailed;
    const double active = double(counts.activeFailed) + counts.activePassed;
    return counts.activeFailed > 0 ? counts.activeFailed / std::sqrt(failed * active) : 0;
}

double dStar(const NeuronCounts &counts, double exponent)
{
    if (counts.activeFailed == 0)
        return 0;
    const double against = double(counts.activePassed) + counts.inactiveFailed;
    return std::pow(double(counts.activeFailed), exponent) / (against > 0 ? against : 0.5);
}

double suspiciousness(Measure measure, double exponent, const NeuronCounts &counts)
{
    switch (measure) {
    case Measure::Ochiai:
        return ochiai(counts);
    case Measure::DStar:
        return dStar(counts, exponent);
    case Measure::Tarantula:
    case Measure::Random:
        break;
    }
    return tarantula(counts);
}

} // namespace mutascope::deepfault
