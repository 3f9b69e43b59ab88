// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment_presets.h"
#include "core/base/error.h"

namespace mutascope {

const std::vector<AssessmentPreset> &assessmentPresets()
{
    static const std::vector<AssessmentPreset> all{
        {"quick",
         "a first look in minutes: small budgets, generators that learn are trained shortly",
         "kmnc:1000",
         5'000,
         {"seeds-per-class=10", "advgan.training-images=6000", "advgan.epochs=3", "sinvad.vae-images=20000",
          "sinvad.vae-epochs=4", "sinvad.generations=60", "cagfuzz.training-images=200",
          "deepfault.spectrum-limit=1000", "cagfuzz.epochs=2"},
         4,
         20'000},
        {"lenet5-mnist",
         "LeNet-5 and 28x28 grey images: every default, 20,000 model calls",
         "kmnc:1000",
         20'000,
         {"seeds-per-class=100"},
         0,
         0},
        {"vgg16-cifar10",
         "VGG16 and 32x32 colour images",
         "kmnc:1000",
         20'000,
         {"seeds-per-class=50", "profile-limit=10000", "advgan.width=16", "sinvad.vae-images=20000",
          "sinvad.vae-epochs=15"},
         15,
         20'000},
        {"efficientnet-imagenet",
         "EfficientNet-B3 and images of ImageNet's size: neurons of few layers, small trainings",
         "nc:0.75",
         5'000,
         {"seeds-per-class=1", "profile-limit=1000", "forward-batch=16", "advgan.training-images=2000",
          "advgan.epochs=2", "sinvad.vae-images=2000", "sinvad.vae-epochs=3", "cagfuzz.training-images=50",
          "cagfuzz.epochs=2", "deepfault.spectrum-limit=1000"},
         3,
         2'000},
    };
    return all;
}

const AssessmentPreset &assessmentPreset(const std::string &id)
{
    std::vector<std::string> ids;
    for (const AssessmentPreset &preset : assessmentPresets()) {
        if (preset.id == id)
            return preset;
        ids.push_back(preset.id);
    }
    throwUnknownName("preset", id, ids);
}

} // namespace mutascope
