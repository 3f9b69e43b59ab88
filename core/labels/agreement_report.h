// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_store.h"
#include "core/metrics/stats/agreement.h"
#include "core/metrics/stats/bootstrap.h"
#include <nlohmann/json_fwd.hpp>

// How far the labellers of a protocol agree. Checks, training and examples do not count here; an unsure
// answer counts as no answer unless asked for.
namespace mutascope {

// What is compared.
enum class AgreementQuestion : std::uint8_t {
    Answer, // what was said: class or none (Class), the verdict (Verdict)
    Validity, // valid or invalid
    LabelPreserved, // of the valid: same class or another
};
const char *questionName(AgreementQuestion question); // "answer" "validity" "label-preserved"

struct AgreementOptions {
    bool countUnsure = false; // as an answer of its own
    BootstrapOptions bootstrap; // over items
};

struct Coefficient {
    std::optional<double>
        value; // none: fewer than two answers an item everywhere, or chance alone agrees always
    std::optional<Interval> interval;
};

struct AgreementValues {
    std::size_t items = 0; // with two answers or more
    std::size_t answers = 0; // on these
    int categories = 0;
    Coefficient raw;
    // Two labellers: theirs; more: mean over pairs that share items (Light, 1971), none beyond 1000 pairs.
    Coefficient cohen;
    Coefficient fleiss;
    Coefficient krippendorff;
    Coefficient ac1;
    double largestShare = 0; // of the most frequent answer
    std::string warning; // in words, where prevalence makes kappa misleading or Cohen's is left out; or ""
};

// Rows: what the first said, columns: what the second said, on the items both answered.
struct LabellerPair {
    std::string first; // uuid
    std::string second;
    std::vector<std::string> categories;
    std::vector<std::vector<std::size_t>> confusion;
    std::optional<double> cohen;
    std::size_t items = 0;
};

struct AgreementGroup {
    std::string name; // "all", class or generator
    AgreementValues values;
};

struct LabellerReport {
    Labeller labeller;
    std::size_t labels = 0;
    std::size_t unsure = 0;
    std::size_t checks = 0; // attention checks answered
    std::size_t checksRight = 0;
    std::size_t repeats = 0; // answered twice
    std::size_t repeatsSame = 0;
    double medianSeconds = 0;
};

struct QuestionReport {
    AgreementQuestion question = AgreementQuestion::Answer;
    AgreementValues all;
    std::vector<AgreementGroup> byClass; // expected class; empty in a hand-out
    std::vector<AgreementGroup> byGenerator;
    std::vector<LabellerPair> pairs; // who share items; empty beyond 1000 pairs
};

struct AgreementReport {
    std::string protocol;
    int version = 1;
    std::vector<QuestionReport> questions;
    std::vector<LabellerReport> labellers; // by name
    std::size_t items = 0;
    std::size_t labelled = 0; // by anybody
};

// Reads the current labels; takes seconds where there are tens of thousands (bootstrap): call it in a worker.
AgreementReport agreementReport(const LabelStore &store, const std::string &protocol, int version,
                                const AgreementOptions &options = {});
nlohmann::json toJson(const AgreementReport &report);

// Values of given ratings, with their intervals; what the report consists of.
AgreementValues agreementOf(const Ratings &ratings, const AgreementOptions &options);

// Items that need a decision: labellers differ in validity, or in the class where all say valid; not yet
// adjudicated. The most contested first.
struct Disagreement {
    ItemLabels labels;
    bool aboutValidity = false;
    double agreement = 0; // share of pairs of answers that are equal
};
std::vector<Disagreement> disagreements(const LabelStore &store, const std::string &protocol, int version);

} // namespace mutascope
