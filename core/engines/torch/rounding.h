// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/engines/torch/interpreter.h"

namespace mutascope::engines {

// How much an engine's float32 may round at an operator.
enum class Rounding : std::uint8_t {
    None, // it moves, compares or chooses values: every engine has the same from the same inputs
    WhereInexact, // correctly rounded: nothing happens to a result that float32 holds
    Always, // engines compute it in their own ways and orders
};
Rounding roundingOf(const Operator &op);

// Moves results in a float64 run as the roundings of another engine would.
class Moves {
public:
    enum class Direction { Up, Down, Random };
    Moves(Direction direction, std::uint64_t seed) : m_direction(direction), m_rng(seed) { }

    Interpreter::Hooks hooks();

private:
    // A factor 1 +- a few ulp for each element.
    at::Tensor factors(const at::Tensor &like, bool atRandom);
    void before(const Step &step, Tensors &inputs);
    void after(const Step &step, Tensors &outputs);

    Direction m_direction;
    Rng m_rng;
};

} // namespace mutascope::engines
