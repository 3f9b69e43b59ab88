// SPDX-License-Identifier: GPL-3.0-or-later
// Which pixels of a test image raise a neuron of a project's model; computed in a thread of its own.
#pragma once

#include <QImage>
#include <QObject>
#include <memory>
#include <vector>

namespace mutascope::bridge {

struct NeuronGradient {
    int layer = 0; // index into ModelFacts::layers
    int neuron = 0; // in the layer
    qint64 index = 0; // of the image in the test data
    int label = 0;
    float value = 0; // of the neuron
    QImage image;
    std::vector<float> values; // one a pixel: the gradient for a grey level, summed over the channels
};

// One question at a time: a new one drops the one at work.
class SuspicionGradient : public QObject {
    Q_OBJECT

public:
    explicit SuspicionGradient(QObject *parent = nullptr);
    ~SuspicionGradient() override;

    // computed() or failed() follows.
    void compute(const QString &projectFolder, int layer, int neuron, qint64 image);
    // Drops the question at work, model and data.
    void close();

Q_SIGNALS:
    void computed(const mutascope::bridge::NeuronGradient &gradient);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
