// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"
#include <array>
#include <map>
#include <set>

// Operator-level coverage of a set of models (Luo et al., ICSE 2021, section 3.1). For the corpus' n operator
// types c and a set I of graphs:
//   OTC_c = 1 if c occurs in I, else 0
//   IDC_c = distinct in-degrees of c seen / in-degrees the corpus allows for c
//   ODC_c = distinct out-degrees of c seen / out-degrees the corpus allows for c
//   SEC_c = distinct types d with an edge c -> d seen / n
//   SPC_c = min(1, distinct [shapes of the inputs, attributes] of c seen / n_maxspc)
//   AC_c  = distinct bins of attribute values of c seen / bins of all its attributes; 1 for a seen c without
//           attributes (ours: SPC grows with any new number, AC asks for each attribute's whole range)
//   OLC_c = weighted mean of the six; the paper's has no AC: weight 0 by default
// and each X(I) is the mean of X_c over the n types. Edges are counted with their multiplicity; degrees
// outside of what the corpus allows, and operators that are not in it, do not count.
namespace mutascope::engines {

enum class CoveragePart : std::uint8_t { Type, InDegree, OutDegree, Edge, ShapeParameter, Attribute };
inline constexpr std::size_t coverageParts = 6;
const char *nameOf(CoveragePart part); // "OTC" ...

struct CorpusEntry {
    std::string name;
    std::vector<int> inDegrees;
    std::vector<int> outDegrees;
    int attributeBins = 0;
    bool operator==(const CorpusEntry &) const = default;
};

struct CoverageConfig {
    std::vector<CorpusEntry> corpus; // each name once
    int mostVectors = 200; // n_maxspc
    std::array<double, coverageParts> weights = {1, 1, 1, 1, 1, 0};
    bool repairs = true; // operators that were put in as repairs count too: they are in the model
};
// Operators of the table up to an opset, out-degrees 0 to mostOut.
CoverageConfig tableCorpus(int opset, int mostOut = 5);

// One operator of a model as coverage sees it.
struct OperatorUse {
    std::string name;
    int inDegree = 0;
    int outDegree = 0;
    std::vector<std::string> successors;
    std::uint64_t vector = 0; // hash of [shapes of the inputs, attributes]
    std::vector<int> attributeBins;
    int node = 0; // its index in the graph
    // What form of the operator it is: in-degree, ranks, element type, how its inputs' shapes differ, bins of
    // its attributes; one word each ("rank0=4", "axes#2").
    std::vector<std::string> forms = {};
};
std::vector<OperatorUse> operatorUses(const OperatorGraph &graph, bool repairs = true);

struct CoverageValues {
    std::array<double, coverageParts> parts{};
    double total = 0; // OLC
    double of(CoveragePart part) const { return parts[std::size_t(part)]; }
};

// Cumulative; of one graph: a new one that has seen only that.
class OperatorCoverage {
public:
    // Throws Error{Usage}: no corpus, a name twice, negative weights or all 0, mostVectors < 1.
    explicit OperatorCoverage(CoverageConfig config);

    // What commit() of the same uses would add to value().total. No side effects.
    double gain(const std::vector<OperatorUse> &uses) const;
    void commit(const std::vector<OperatorUse> &uses);

    CoverageValues value() const;
    CoverageValues ofOperator(const std::string &name) const;
    const CoverageConfig &config() const { return m_config; }

    // How often each edge (row: from, column: to, in the order of the corpus) was seen.
    std::vector<std::vector<std::uint32_t>> edges() const;

    // What was seen, as bytes; load throws Error{BadData} where it is of another corpus.
    std::string save() const;
    void load(const std::string &bytes);

private:
    struct Seen {
        std::uint64_t uses = 0;
        std::set<int> inDegrees;
        std::set<int> outDegrees;
        std::map<int, std::uint32_t> successors; // times
        std::set<std::uint64_t> vectors; // at most mostVectors
        std::set<int> attributeBins;
        bool operator==(const Seen &) const = default;
    };
    void add(std::size_t index, const OperatorUse &use, const Seen &known, Seen &seen) const;
    CoverageValues valueOf(std::size_t index, const Seen &seen, const Seen &more) const;
    CoverageValues meanOf(const std::vector<Seen> &seen) const;
    std::string identity() const;

    CoverageConfig m_config;
    std::map<std::string, int> m_index;
    std::vector<Seen> m_seen;
};

} // namespace mutascope::engines
