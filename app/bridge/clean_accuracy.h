// SPDX-License-Identifier: GPL-3.0-or-later
// How right a model is on the images of a project as they are.
#pragma once

#include <QString>

namespace mutascope::bridge {

// Over the test images; those the model fails on count as misclassified.
struct CleanAccuracy {
    double share = 0; // 0..1
    qint64 images = 0;
    qint64 failures = 0; // images the model's own code failed on
    QString failuresText; // which, and why; empty without any
};

} // namespace mutascope::bridge
