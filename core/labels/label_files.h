// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_merge.h"

// Labels as files for other programs, and back.
namespace mutascope {

enum class LabelFormat : std::uint8_t {
    Csv, // RFC 4180, one current label a row
    JsonLines, // the same, one object a line
    LabelStudio, // tasks with annotations; images inside
    Coco, // images, categories and annotations, classification only
};
const char *formatName(LabelFormat format); // "csv" "jsonl" "label-studio" "coco"
// Throws Error{Usage} that lists them.
LabelFormat labelFormatFromName(const std::string &name);

// Writes piece by piece, so that any number of images passes through.
using TextSink = std::function<void(const std::string &)>;
// Returns the number of labels. Coco has what labellers say together: an annotation of each item that is
// valid and whose class is known.
std::int64_t exportLabels(const LabelStore &store, const std::string &protocol, int version,
                          LabelFormat format, const TextSink &write);
// How Label Studio has to show the tasks: its labelling configuration.
std::string labelStudioConfig(const LabelProtocol &protocol);
// Every item's image as ITEM.png, the names Coco files use. Returns how many.
std::int64_t exportItemImages(const LabelStore &store, const std::string &protocol, int version,
                              const std::filesystem::path &folder);

// A label as a file gives it, nothing of it checked.
struct IncomingLabel {
    std::string where; // "line 3"
    std::string uuid; // of the event; "" where the file has none
    std::string protocol; // "": the one that is imported into
    std::optional<std::int64_t> version;
    std::string item; // uuid; or
    std::string run; // uuid or number, and
    std::optional<std::int64_t> test;
    std::string labellerUuid;
    std::string labeller; // name
    std::string verdict;
    std::string seenClass; // number, from 0; a name where it is none
    std::string className; // where both are given they must fit
    std::string note;
    std::int64_t milliseconds = 0;
    std::string at;
    std::optional<std::int64_t> number;
};

struct ImportResult {
    std::int64_t labels = 0; // taken over
    std::int64_t known = 0; // here already
    LabelProblems conflicts; // items a labeller had judged otherwise here
    LabelProblems refused;
};

// Takes over what is sound of a protocol's labels; the rest is counted by reason, with the first cases. A
// file that is imported twice adds nothing the second time. labeller: of labels that name nobody; "": those
// are refused. Coco cannot be read back. Throws Error{BadData} where text is none of the format.
ImportResult importLabels(LabelStore &store, const std::string &protocol, int version, LabelFormat format,
                          const std::string &text, const std::string &source, const std::string &labeller);

} // namespace mutascope
