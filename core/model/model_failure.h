// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/model/model.h"

// A model's own code may fail for some images: it raises an error on what it does not expect, or computes a
// shape that fits no operator. That says something about the model, so it ends nothing by itself.
namespace mutascope {

// Thrown by Model::predict(), trace() and gradient() where the model's code fails on a batch. Lack of memory
// and outputs that are no classifier's are other Errors.
class ModelFailure : public Error {
public:
    explicit ModelFailure(const std::string &why);
    const std::string &why() const { return m_why; } // in the words of the model or its library

private:
    std::string m_why;
};

// More memory is needed than there is: trying again, with another input say, would only fill it again.
class OutOfMemory : public Error {
public:
    explicit OutOfMemory(const std::string &what)
        : Error(ErrorCode::BadModel, what,
                "Close other programs, use a smaller model, or check its code for a loop that never ends")
    {
    }
};

// Whether any output of the row is a number.
bool hasPrediction(const Predictions &predictions, std::size_t row);
// Whether label is what was predicted: never where nothing was, though predicted() is 0 then.
bool isCorrect(const Predictions &predictions, std::size_t row, int label);

// Collects which images of a data set, or which tests, a model failed on.
class FailedImages {
public:
    void add(std::int64_t number, const std::string &why);
    std::int64_t count() const { return m_count; }
    const std::string &why() const { return m_why; } // it failed on the first
    // "the model fails on 3 images (17, 23, 99): <why>"; the first few by their numbers. Only where
    // count() > 0.
    std::string text(const std::string &noun = "image") const;

private:
    std::int64_t m_count = 0;
    std::vector<std::int64_t> m_first;
    std::string m_why;
};

// Gives images that the inner model fails on rows of NaN, neuron values as well: it tries halves of a batch
// until it has found them. Gradients of such images are 0.
class FailureTolerantModel : public Model {
public:
    explicit FailureTolerantModel(Model &inner) : m_inner(inner) { }
    explicit FailureTolerantModel(std::unique_ptr<Model> inner) : m_owned(std::move(inner)), m_inner(*m_owned)
    {
    }
    const ModelSpec &spec() const override { return m_inner.spec(); }
    const std::vector<LayerInfo> &layers() const override { return m_inner.layers(); }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &images, const Objective &objective) override;

    // Of predict() and trace() since the start or forgetFailures(); images are numbered as they came.
    const FailedImages &failures() const { return m_failures; }
    void forgetFailures();

private:
    std::unique_ptr<Model> m_owned; // may be null
    Model &m_inner;
    FailedImages m_failures;
    std::int64_t m_seen = 0;
};

// What the model, as Project::loadModel() gives it, failed on so far, counted anew from here on; nothing
// where it is another one.
void forgetFailures(Model &model);
FailedImages failuresOf(const Model &model);

} // namespace mutascope
