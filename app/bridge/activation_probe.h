// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what a neuron of a project's model does over its test images, in a thread of its own.
#pragma once

#include "app/bridge/values.h"

#include <QObject>
#include <memory>

namespace mutascope::bridge {

// One question at a time: a new one drops the one at work.
class ActivationProbe : public QObject {
    Q_OBJECT

public:
    explicit ActivationProbe(QObject *parent = nullptr);
    ~ActivationProbe() override;

    // layer: index into ModelFacts::layers; images: the first ones, as far as there are so many.
    // measured() or failed() follows.
    void measure(const QString &projectFolder, int layer, int neuron, qint64 images);
    // Drops the question at work, model and data.
    void close();

Q_SIGNALS:
    void progress(double fraction);
    void measured(const mutascope::bridge::NeuronActivation &activation);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
