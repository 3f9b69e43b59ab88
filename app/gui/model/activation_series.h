// SPDX-License-Identifier: GPL-3.0-or-later
// How a neuron's values are split up for the plot: a few classes, and all the rest.
#pragma once

#include "app/bridge/values.h"
#include "widgets/activation_plot.h"

#include <functional>

namespace mutascope::gui {

constexpr int shownClasses = 6; // in colours of their own, however many there are

using ClassName = std::function<QString(int)>;
// chosen < 0: the classes with the highest mean each in a colour, the others together.
QList<widgets::ActivationSeries> activationSeries(const bridge::NeuronActivation &activation, int chosen,
                                                  const ClassName &className);

} // namespace mutascope::gui
