// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/surprise_profile.h"
#include "core/base/error.h"
#include "core/base/state_codec.h"
#include "core/data/batch.h"
#include "core/generators/sinvad/calibration.h"
#include "core/model/layer_slices.h"
#include <algorithm>
#include <cmath>

namespace mutascope::sinvad {

namespace {

constexpr const char *kind = "surprise-profile";
constexpr std::size_t imagesAStep = 256;
constexpr std::size_t heldOutImages = 1000;
constexpr double share = 0.99;

} // namespace

SurpriseProfile::SurpriseProfile(const Settings &settings, const Model &model) : m_settings(settings)
{
    if (model.spec().blackBox || model.layers().empty())
        throw Error(ErrorCode::Usage,
                    "a surprise search needs the activations of the model, and this one "
                    "only gives its outputs",
                    "Choose another search");
    m_layers = selectLayers(model.layers(), "default");
    m_choice = parseCriterion(settings.surprise + ":layer=" + settings.surpriseLayer);
    m_criterion = m_choice.create(sliceLayers(model.layers(), m_layers));
}

void SurpriseProfile::begin(RunData &data, TestBench &bench, int threads)
{
    m_description = {{"model", bench.model().spec().sha256},
                     {"training_data", data.split("train").spec().sha256},
                     {"held_out_data", data.split("test").spec().sha256},
                     {"criterion", m_choice.text()},
                     {"images", m_settings.surpriseImages},
                     {"threads", threads}};
    m_key = artefactKey(kind, m_description);
    if (const auto bytes = data.findArtefact(kind, m_key)) {
        unpack(*bytes);
        m_ready = true;
    }
}

void SurpriseProfile::step(RunData &data, TestBench &bench)
{
    const Dataset &training = data.split("train");
    if (m_next < std::min(m_settings.surpriseImages, training.size())) {
        fit(training, bench.model());
        return;
    }
    findQuantile(data.split("test"), bench.model());
    data.storeArtefact({kind, m_key, m_description, packed()});
    m_ready = true;
}

void SurpriseProfile::fit(const Dataset &training, Model &model)
{
    const std::size_t end = std::min({m_next + imagesAStep, m_settings.surpriseImages, training.size()});
    m_criterion->fit(model.trace(batchOf(training, m_next, end), m_layers));
    m_next = end;
}

void SurpriseProfile::findQuantile(const Dataset &heldOut, Model &model)
{
    std::vector<double> found = scores(model.trace(evenly(heldOut, heldOutImages), m_layers));
    std::erase_if(found, [](double value) { return !std::isfinite(value); });
    if (found.empty())
        throw Error(ErrorCode::Usage, "no held-out image has a surprise adequacy",
                    "Take more surprise-images or another layer");
    std::ranges::sort(found);
    m_quantile = found[std::min(found.size() - 1, std::size_t(share * double(found.size())))];
}

std::vector<double> SurpriseProfile::scores(const Trace &trace) const
{
    return imageScores(*m_criterion, TraceRows::all(trace));
}

std::string SurpriseProfile::packed() const
{
    StateWriter writer;
    writer.f64(m_quantile);
    writer.text(m_criterion->save());
    return writer.sealed();
}

void SurpriseProfile::unpack(const std::string &bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    const double quantile = reader.f64();
    m_criterion->load(std::string(reader.text()));
    reader.expectEnd();
    m_quantile = quantile;
}

} // namespace mutascope::sinvad
