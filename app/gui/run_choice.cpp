// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_choice.h"

#include "app/gui/format.h"
#include "app/gui/workspace.h"
#include "widgets/search_combo.h"

#include <QSignalBlocker>

namespace mutascope::gui {

void fillRunChoice(widgets::SearchCombo &choice, Workspace &workspace)
{
    QStringList texts;
    QVariantList values;
    for (const bridge::RunInfo &run : workspace.reader().runs()) {
        texts.append(runTitle(run));
        values.append(run.id);
    }
    const QSignalBlocker blocker(&choice);
    choice.setEntries(texts, values);
    choice.setCurrentIndex(choice.findData(workspace.currentRun()));
    choice.setEnabled(!texts.isEmpty());
}

} // namespace mutascope::gui
