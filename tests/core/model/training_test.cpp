// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/model_fixture.h"

namespace mutascope::modeltest {

namespace {

constexpr ImageShape small{12, 12, 1};

// Noise with a bright 4x4 square in the upper left, upper right or lower left corner: the class.
class SquaresDataset : public Dataset {
public:
    SquaresDataset(std::size_t size, std::uint64_t seed) : m_size(size), m_seed(seed)
    {
        m_spec.format = "squares";
        m_spec.shape = small;
        m_spec.classes = 3;
    }
    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_size; }
    int label(std::size_t index) const override { return int(index % 3); }
    Sample sample(std::size_t index) const override
    {
        Rng rng(m_seed, index);
        Image image{small, std::vector<std::uint8_t>(small.size())};
        for (auto &pixel : image.pixels)
            pixel = std::uint8_t(rng.below(120));
        const std::size_t top = label(index) == 2 ? 7 : 1;
        const std::size_t left = label(index) == 1 ? 7 : 1;
        for (std::size_t y = top; y < top + 4; ++y)
            for (std::size_t x = left; x < left + 4; ++x)
                image.pixels[y * 12 + x] = std::uint8_t(120 + rng.below(136));
        return {image, label(index)};
    }

private:
    DatasetSpec m_spec;
    std::size_t m_size;
    std::uint64_t m_seed;
};

class TrainingTest : public ModelTest {
protected:
    TrainingTest() { setModelThreads(1); }

    TrainResult train(const std::string &name, const TrainOptions &options,
                      const std::function<bool(const TrainProgress &)> &onProgress = {}) const
    {
        return trainModel(options, m_train, m_test, path(name), onProgress);
    }

    static TrainOptions brief(int epochs = 3)
    {
        TrainOptions options;
        options.architecture = "lenet1";
        options.epochs = epochs;
        options.batchSize = 16;
        options.learningRate = 5e-3;
        return options;
    }

    const SquaresDataset m_train{300, 1};
    const SquaresDataset m_test{120, 2};
};

TEST_F(TrainingTest, LearnsAnEasyProblem)
{
    const TrainResult result = train("model.pt", brief(5));
    EXPECT_GT(result.testAccuracy, 0.95);
    EXPECT_GT(result.validationAccuracy, 0.95);
    EXPECT_FALSE(result.interrupted);
    EXPECT_FALSE(std::filesystem::exists(path("model.pt.part")));
}

TEST_F(TrainingTest, TheAccuracyIsThatOfTheWrittenFile)
{
    TrainOptions options = brief(1);
    options.learningRate = 2e-3; // not yet perfect
    const TrainResult result = train("model.pt", options);
    const auto model = loadTorchScript(path("model.pt"), specOf(small));
    ImageBatch batch(small);
    for (std::size_t i = 0; i < m_test.size(); ++i)
        batch.append(m_test.sample(i).image);
    const Predictions predictions = model->predict(batch);
    std::size_t correct = 0;
    for (std::size_t i = 0; i < m_test.size(); ++i)
        correct += predictions.predicted(i) == m_test.label(i);
    EXPECT_DOUBLE_EQ(result.testAccuracy, double(correct) / double(m_test.size()));
    EXPECT_EQ(model->spec().classes, 3);
}

TEST_F(TrainingTest, TheSameSeedGivesTheSameFile)
{
    TrainOptions options = brief(2);
    train("a.pt", options);
    train("b.pt", options);
    options.seed = 2;
    train("c.pt", options);
    EXPECT_EQ(bytesOf(path("a.pt")), bytesOf(path("b.pt")));
    EXPECT_NE(bytesOf(path("a.pt")), bytesOf(path("c.pt")));
}

TEST_F(TrainingTest, StopsWhereNothingImproves)
{
    TrainOptions options = brief(9);
    options.learningRate = 1e-12;
    options.patience = 2;
    const TrainResult result = train("model.pt", options);
    EXPECT_EQ(result.epochsRun, 3);
    EXPECT_EQ(result.bestEpoch, 1);
    EXPECT_FALSE(result.interrupted);
}

TEST_F(TrainingTest, PatienceZeroNeverStops)
{
    TrainOptions options = brief(5);
    options.learningRate = 1e-12;
    options.patience = 0;
    EXPECT_EQ(train("model.pt", options).epochsRun, 5);
}

TEST_F(TrainingTest, AnInterruptionKeepsTheBestEpoch)
{
    const auto secondBatch = [](const TrainProgress &p) { return !(p.epoch == 2 && p.seen > 16); };
    const auto endOfFirst = [](const TrainProgress &p) { return p.validationAccuracy < 0; };
    const TrainResult late = train("late.pt", brief(4), secondBatch);
    const TrainResult early = train("early.pt", brief(4), endOfFirst);
    EXPECT_TRUE(late.interrupted);
    EXPECT_TRUE(early.interrupted);
    EXPECT_EQ(late.epochsRun, 1);
    EXPECT_EQ(late.bestEpoch, 1);
    EXPECT_EQ(bytesOf(path("late.pt")), bytesOf(path("early.pt")));
    EXPECT_GT(late.testAccuracy, 0);
}

TEST_F(TrainingTest, AnInterruptionInTheFirstEpochStillWritesAModel)
{
    const TrainResult result = train("model.pt", brief(), [](const TrainProgress &) { return false; });
    EXPECT_TRUE(result.interrupted);
    EXPECT_EQ(result.epochsRun, 0);
    EXPECT_EQ(loadTorchScript(path("model.pt"), specOf(small))->spec().classes, 3);
}

TEST_F(TrainingTest, ReportsEveryBatchAndEachEpochsEnd)
{
    std::vector<TrainProgress> reports;
    train("model.pt", brief(2), [&](const TrainProgress &progress) {
        reports.push_back(progress);
        return true;
    });
    ASSERT_EQ(reports.size(), 2u * 18u); // 270 images in 17 batches, and the end
    EXPECT_EQ(reports[0].seen, 16u);
    EXPECT_EQ(reports[16].seen, 270u);
    EXPECT_EQ(reports[16].total, 270u);
    EXPECT_LT(reports[16].validationAccuracy, 0);
    EXPECT_GE(reports[17].validationAccuracy, 0);
    EXPECT_EQ(reports[17].epochs, 2);
    EXPECT_LT(reports.back().loss, reports[0].loss);
}

TEST_F(TrainingTest, WithoutHeldOutImagesTheLastEpochIsKept)
{
    TrainOptions options = brief(4);
    options.validationShare = 0;
    options.patience = 1;
    const TrainResult result = train("model.pt", options);
    EXPECT_EQ(result.epochsRun, 4);
    EXPECT_EQ(result.bestEpoch, 4);
}

TEST_F(TrainingTest, WrongOptionsAreRefusedBeforeWork)
{
    const auto refused = [&](auto change) {
        TrainOptions options = brief();
        change(options);
        const auto error = errorOf([&] { train("model.pt", options); });
        return error && error->code() == ErrorCode::Usage;
    };
    EXPECT_TRUE(refused([](TrainOptions &o) { o.architecture = "lenet9"; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.epochs = 0; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.batchSize = 0; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.learningRate = -1; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.patience = -1; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.validationShare = 1; }));
    EXPECT_FALSE(std::filesystem::exists(path("model.pt")));
}

TEST_F(TrainingTest, DivergenceIsSaid)
{
    TrainOptions options = brief();
    options.learningRate = 1e30;
    EXPECT_ERROR(Usage, "training diverged", train("model.pt", options));
    EXPECT_FALSE(std::filesystem::exists(path("model.pt")));
}

TEST_F(TrainingTest, AnUnwritablePlaceIsSaidBeforeTraining)
{
    bool trained = false;
    EXPECT_ERROR(Io, "cannot write", train("no/folder/model.pt", brief(), [&](const TrainProgress &) {
                     trained = true;
                     return true;
                 }));
    EXPECT_FALSE(trained);
}

} // namespace

} // namespace mutascope::modeltest
