// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/project_check.h"
#include "core/coverage/criterion.h"
#include "core/data/class_name_check.h"
#include "core/run/project_error.h"
#include "core/run/registry.h"
#include <functional>

namespace mutascope {

namespace {

void named(const std::string &key, const std::function<void()> &check)
{
    try {
        check();
    } catch (const Error &error) {
        throw ProjectKeyError(key, "'" + key + "': " + error.what(), error.hint());
    }
}

} // namespace

void checkProject(const Project &project)
{
    if (const std::string problem = classNameProblem(project.classNames); !problem.empty())
        throw ProjectKeyError("data.classes", "'data.classes': " + problem,
                              "Give each class a name of its own, counted from 0");
    named("defaults.generator", [&] { generatorInfo(project.defaultGenerator); });
    if (project.defaultCriterion != "none")
        named("defaults.criterion", [&] { parseCriterion(project.defaultCriterion); });
}

} // namespace mutascope
