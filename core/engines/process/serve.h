// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/process/frame.h"
#include <functional>

// The other side of process/program_engine.h: what runs in the engine's own process.
namespace mutascope::engines {

using Handler = std::function<Message(const Message &)>;

// Answers until the input ends. What the handler throws becomes an answer. Throws Error{BadData|Io} where the
// input is no message, or where it cannot read or write.
void serve(const Handler &handler, int input, int output);

// hello, prepare and run of one engine, one model at a time.
Handler serving(std::shared_ptr<Engine> engine);

// What the handler says; what it throws becomes an answer.
Message answered(const Handler &handler, const Message &message);

} // namespace mutascope::engines
