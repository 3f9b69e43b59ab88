// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <cstdint>

namespace mutascope {

// Distances of two images of one shape on the 0..255 scale, in signed arithmetic.
struct PixelDistance {
    std::int64_t l0 = 0; // values that differ (a channel counts by itself)
    std::int64_t l1 = 0;
    double l2 = 0;
    int linf = 0;
};
PixelDistance pixelDistance(const Image &reference, const Image &image);

// Whether a mutant is still close enough to its reference.
class Constraint {
public:
    virtual ~Constraint() = default;
    virtual bool allows(const Image &reference, const Image &image) const = 0;
};

// DeepHunter (Xie et al., ISSTA 2019, section 3.2): L0 < alpha*H*W*C or Linf < beta*255, strict.
// What a lineage had used up before its affine step is carried: L0 adds, Linf is the larger.
class L0LinfConstraint : public Constraint {
public:
    L0LinfConstraint(double alpha, double beta) : m_alpha(alpha), m_beta(beta) { }
    bool allows(const Image &reference, const Image &image) const override;
    bool allows(const PixelDistance &distance, std::size_t size) const;

private:
    double m_alpha;
    double m_beta;
};

} // namespace mutascope
