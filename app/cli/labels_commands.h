// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/options.h"
#include "app/cli/shell.h"
#include "core/labels/label_store.h"
#include <memory>

// The subcommands of 'labels', one function each; labels.cpp puts them together.
namespace mutascope::cli {

// Which protocol of a session is meant: --protocol NAME|UUID and --protocol-version N.
struct ProtocolChoice {
    std::string protocol; // name, uuid or the beginning of one; "": the only one
    int version = 0; // 0: the newest
};
void addProtocolChoice(CLI::App &command, const std::shared_ptr<ProtocolChoice> &choice);
// Throws Error{Usage|NotFound} that lists the protocols there are.
LabelProtocol chosenProtocol(const LabelStore &store, const ProtocolChoice &choice);

// The labels of a session that must be there. Throws where file is something else, as sessionAt does.
LabelStore labelsAt(const std::string &file, LabelStore::Mode mode);

void addLabelsNew(CLI::App &labels, Shell &shell);
void addLabelsList(CLI::App &labels, Shell &shell);
void addLabelsExport(CLI::App &labels, Shell &shell);
void addLabelsImport(CLI::App &labels, Shell &shell);
void addLabelsMerge(CLI::App &labels, Shell &shell);
void addLabelsAgreement(CLI::App &labels, Shell &shell);
void addLabelsHandOut(CLI::App &labels, Shell &shell);
void addLabelsValidity(CLI::App &labels, Shell &shell);

} // namespace mutascope::cli
