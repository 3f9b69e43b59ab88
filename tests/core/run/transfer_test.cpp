// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/transfer.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/run/retrain_fixture.h"
#include "tests/support/fake_model.h"

namespace mutascope {
namespace {

// Predicts the value of an image's only pixel plus a shift.
class ShiftedModel : public FakeModel {
public:
    explicit ShiftedModel(int shift) : FakeModel({1, 1, 1}, 4), m_shift(shift) { }
    Predictions predict(const ImageBatch &batch) override
    {
        Predictions result{batch.count(), 4, false, std::vector<float>(batch.count() * 4)};
        for (std::size_t i = 0; i < batch.count(); ++i)
            result.outputs[i * 4 + std::size_t(batch.pixels(i)[0] + m_shift) % 4] = 1;
        return result;
    }

private:
    int m_shift;
};

ImageBatch imagesOf(const std::vector<std::uint8_t> &values)
{
    ImageBatch batch({1, 1, 1});
    for (const std::uint8_t value : values)
        batch.append({1, 1, 1}, std::span(&value, 1));
    return batch;
}

TEST(Transfer, CellsByHand)
{
    // Seeds 1 and 2 of classes 1 and 3; tests 0, 1 (of the first), 3, 2 (of the second).
    const FailingTests tests{imagesOf({0, 1, 3, 2}), {1, 1, 3, 3}, {0, 0, 1, 1},
                             imagesOf({1, 2}),       {1, 3},       {"a", "b"}};
    ShiftedModel plain(0), shifted(1), wrong(2);
    const TransferCell first = transferTo(plain, tests); // gets the second seed wrong
    EXPECT_EQ(first.tests, 2);
    EXPECT_EQ(first.failing, 1);
    EXPECT_DOUBLE_EQ(first.share(), 0.5);
    const TransferCell second = transferTo(shifted, tests); // gets the first one wrong: 3 -> 0, 2 -> 3
    EXPECT_EQ(second.tests, 2);
    EXPECT_EQ(second.failing, 1);
    const TransferCell none = transferTo(wrong, tests);
    EXPECT_EQ(none.tests, 0);
    EXPECT_EQ(none.share(), 0);
}

class TransferSession : public testing::Test {
protected:
    SquaresProject squares;
    SessionStore store{":memory:", SessionStore::Mode::Create};
};

TEST_F(TransferSession, EveryRunAgainstEveryModel)
{
    squares.addRun(store, 30);
    squares.addRun(store, 20, 50);
    saveUntrained("lenet4", squareShape, 3, 5, squares.path("other.pt"));
    const auto rows = transferSession(store, {squares.project.folder, squares.path("other.pt")}, {});
    ASSERT_EQ(rows.size(), 2U);
    for (const TransferRow &row : rows) {
        EXPECT_EQ(row.model, "squares");
        ASSERT_EQ(row.cells.size(), 2U);
        EXPECT_GT(row.tests, 0);
        EXPECT_LE(row.cells[1].tests, row.tests);
    }
    // The model itself: all its own failing tests, but those of seeds it gets wrong.
    EXPECT_DOUBLE_EQ(rows[0].cells[0].share(), 1);
    EXPECT_DOUBLE_EQ(rows[1].cells[0].share(), 1);
}

TEST_F(TransferSession, ModelsOfOtherImagesAreRefused)
{
    squares.addRun(store, 10);
    saveUntrained("lenet1", squareShape, 5, 5, squares.path("five.pt"));
    SessionStore second(":memory:", SessionStore::Mode::Create);
    squares.project.classNames = {"a", "b", "c"};
    squares.addRun(second, 10);
    expectError(ErrorCode::BadModel, "tells 5 classes apart",
                [&] { transferSession(second, {squares.path("five.pt")}, {}); });
    Project large = squares.project;
    large.folder = squares.path("large");
    large.model.file = "large.pt";
    large.model.input = {16, 16, 1};
    saveProject(large);
    saveUntrained("lenet1", {16, 16, 1}, 3, 5, large.modelFile());
    expectError(ErrorCode::BadModel, "16x16x1", [&] { transferSession(store, {large.folder}, {}); });
    expectError(ErrorCode::NotFound, "missing.pt",
                [&] { transferSession(store, {squares.path("missing.pt")}, {}); });
}

TEST_F(TransferSession, WithoutFailingTestsThereIsNothingToTransfer)
{
    expectError(ErrorCode::NotFound, "no failing tests",
                [&] { transferSession(store, {squares.project.folder}, {}); });
}

TEST_F(TransferSession, StopsWhenAsked)
{
    squares.addRun(store, 10);
    const auto rows = transferSession(store, {squares.project.folder, squares.project.folder},
                                      [](std::size_t done, std::size_t) { return done < 1; });
    EXPECT_TRUE(rows.empty());
}

} // namespace
} // namespace mutascope
