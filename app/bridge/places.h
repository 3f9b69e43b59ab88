// SPDX-License-Identifier: GPL-3.0-or-later
// Where things are: the sample project, new sessions; what kind of thing a path is.
#pragma once

#include <QString>

namespace mutascope::bridge {

enum class PathKind { Missing, Project, Session, Other };
PathKind kindOfPath(const QString &path);

// Beside the installed program, or in the source tree the program was built in; "" where there is none.
QString sampleProjectFolder(const QString &programFolder);

// A name no file has yet, in the user's documents: Mutascope/<project>-<date>-<time>.mscope
QString newSessionFile(const QString &projectName);

// A folder that does not exist yet, beside them: Mutascope/<project>
QString newProjectFolder(const QString &projectName);

// The folder new sessions and exports are offered in.
QString documentsFolder();
// Where a dialog begins: documentsFolder(), or the home folder until something was stored there (a dialog
// would take a folder that is not there for the name of a file).
QString browsingFolder();

} // namespace mutascope::bridge
