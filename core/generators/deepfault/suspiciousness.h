// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

// Measures of fault localisation with neurons in the place of statements (Eniser, Gerasimou and Sen, FASE
// 2019, section 4.1).
namespace mutascope::deepfault {

// Over how many inputs a neuron was active or inactive, by whether the model failed or passed on them.
struct NeuronCounts {
    std::uint32_t activeFailed = 0; // cf
    std::uint32_t inactiveFailed = 0; // uf
    std::uint32_t activePassed = 0; // cs
    std::uint32_t inactivePassed = 0; // us
};

enum class Measure { Tarantula, Ochiai, DStar, Random };

// Throws Error{Usage}.
Measure measureNamed(const std::string &name);
const char *nameOf(Measure measure);

// 0 where a measure is undefined (no failed input, or a neuron that is never active).
double tarantula(const NeuronCounts &counts);
double ochiai(const NeuronCounts &counts);
// A neuron that is active on all failed inputs and no passed one divides by 0: it counts as 1/2, which puts
// the neuron above every other one and keeps the score a number.
double dStar(const NeuronCounts &counts, double exponent);

// Random has no score of its own: its neurons are told apart by Tarantula's.
double suspiciousness(Measure measure, double exponent, const NeuronCounts &counts);

} // namespace mutascope::deepfault
