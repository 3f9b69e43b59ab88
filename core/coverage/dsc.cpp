// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/nearest_rows.h"
#include "core/coverage/surprise.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope {

namespace {

// Distance-based surprise adequacy: Kim, Feldt, Yoo, ICSE 2019, section III. The distance to the nearest
// training image a of the same predicted class, divided by the distance from a (not from the input) to the
// nearest training image of any other class. The second is a property of a, found when a is first needed and
// then remembered.
class DistanceSurprise : public SurpriseMeasure {
public:
    void learn(const ClassTraces &traces) override
    {
        m_rows = {};
        m_begins = {0};
        for (std::size_t cls = 0; cls < traces.classes(); ++cls) {
            const DenseMatrix matrix = traces.matrix(cls);
            for (std::size_t row = 0; row < matrix.rows; ++row)
                m_rows.append(matrix.row(row));
            m_begins.push_back(m_rows.count());
        }
        m_toOthers.assign(m_rows.count(), unknown);
    }

    void measure(std::size_t cls, const DenseMatrix &rows, std::vector<double> &scores) override
    {
        const std::size_t begin = m_begins[cls];
        const std::size_t end = m_begins[cls + 1];
        if (begin == end || end - begin == m_rows.count())
            return; // no training image of this class, or of another
        const std::vector<Nearest> same = m_rows.nearest(rows, begin, end);
        findOthers(same, begin, end);
        for (std::size_t i = 0; i < rows.rows; ++i) {
            const double distance = std::sqrt(same[i].squaredDistance);
            // 0 / 0: a training image itself is no surprise, even where another class has its twin.
            scores[i] = distance == 0 ? 0 : distance / m_toOthers[same[i].index];
        }
    }

private:
    static constexpr double unknown = -1;

    void findOthers(const std::vector<Nearest> &same, std::size_t begin, std::size_t end)
    {
        std::vector<std::size_t> wanted;
        for (const Nearest &nearest : same)
            if (m_toOthers[nearest.index] == unknown) {
                wanted.push_back(nearest.index);
                m_toOthers[nearest.index] = 0; // once is enough
            }
        DenseMatrix queries(wanted.size(), m_rows.matrix().columns);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            std::ranges::copy(m_rows.row(wanted[i]), queries.row(i).begin());
        const std::vector<Nearest> before = m_rows.nearest(queries, 0, begin);
        const std::vector<Nearest> after = m_rows.nearest(queries, end, m_rows.count());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            m_toOthers[wanted[i]] = std::sqrt(std::min(before[i].squaredDistance, after[i].squaredDistance));
    }

    NearestRows m_rows; // class after class
    std::vector<std::size_t> m_begins; // of each class, and the end of the last
    std::vector<double> m_toOthers; // of each row: distance to the nearest one of another class
};

} // namespace

CriterionInfo dscInfo()
{
    CriterionInfo info;
    info.id = "dsc";
    info.summary = "Distance-based surprise coverage: share of the buckets of surprise that were hit, by the "
                   "distance to the training activations of the predicted class and of the others";
    info.paper = "Kim et al., Surprise Adequacy, ICSE 2019";
    info.needsFit = true;
    info.params = surpriseParams(2, "Kim et al., ICSE 2019: 2");
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<SurpriseCriterion>("dsc", params, layers,
                                                   std::make_unique<DistanceSurprise>());
    };
    return info;
}

} // namespace mutascope
