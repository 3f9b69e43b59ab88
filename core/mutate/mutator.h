// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/rng.h"
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mutascope {

enum class MutatorKind { Pixel, Affine };

// One application of a mutator: all that is needed to make it again.
struct Mutation {
    std::string mutator; // "rotate"
    std::map<std::string, double> values; // {"degrees", -7}
    std::uint64_t noiseSeed = 0; // stream of the mutators that draw per pixel; 0: none
};
nlohmann::json toJson(const Mutation &mutation);
Mutation mutationFromJson(const nlohmann::json &object);

// A small change of an image. draw() chooses parameters from the grid, apply() is a pure function of its
// arguments: the same image and mutation give the same pixels. Thread-safe.
class Mutator {
public:
    virtual ~Mutator() = default;
    virtual const std::string &id() const = 0;
    virtual MutatorKind kind() const = 0;
    virtual Mutation draw(Rng &rng) const = 0;
    virtual Image apply(const Image &image, const Mutation &mutation) const = 0;
};

struct MutatorInfo {
    std::string id;
    std::string summary;
    std::string source;
    MutatorKind kind = MutatorKind::Pixel;
    std::string grid; // default grid: "first:last:step", or a list "a,b,c"
    std::string gridUnit; // "px", "degrees", "factor", "of 255", "variant"
    std::unique_ptr<Mutator> (*create)(const std::string &grid)
        = nullptr; // throws Error{Usage} on a bad grid
};

// translate scale shear rotate | contrast brightness blur noise pixels
const std::vector<MutatorInfo> &mutators();
const MutatorInfo &mutatorInfo(const std::string &id); // throws Error{Usage}, names the nearest

// Applies with the mutator named in mutation (its grid does not matter): for replaying a lineage.
Image applyMutation(const Image &image, const Mutation &mutation);

} // namespace mutascope
