// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/generator_rig.h"

namespace mutascope {

GeneratorRig::GeneratorRig(const std::string &id, const Settings &settings, std::size_t seedCount)
    : seeds(fakeSeeds(model, seedCount)), params(generatorInfo(id).params), bench(model, seeds),
      generator(generatorInfo(id).create())
{
    for (const auto &[name, text] : settings)
        params.set(name, text);
}

GeneratorContext GeneratorRig::context()
{
    return {bench, seeds, params, control, Rng(runSeed).sub(m_step)};
}

void GeneratorRig::start()
{
    GeneratorContext made = context();
    generator->start(made);
}

StepResult GeneratorRig::step()
{
    ++m_step;
    GeneratorContext made = context();
    return generator->step(made);
}

int GeneratorRig::steps(int limit)
{
    for (int made = 1; made <= limit; ++made)
        if (step() == StepResult::Exhausted)
            return made;
    return limit;
}

void GeneratorRig::resume(const GeneratorRig &other)
{
    runSeed = other.runSeed;
    m_step = other.m_step;
    bench.stored = other.bench.stored;
    bench.covered = other.bench.covered;
    GeneratorContext made = context();
    generator->load(made, other.generator->save());
}

} // namespace mutascope
