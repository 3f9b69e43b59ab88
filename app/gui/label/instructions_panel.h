// SPDX-License-Identifier: GPL-3.0-or-later
// What a labeller has to know: the question, the protocol's own words, examples with their answers.
#pragma once

#include "app/bridge/label_values.h"
#include "widgets/label_keys.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;

namespace mutascope::gui {

class InstructionsPanel : public QWidget {
    Q_OBJECT

public:
    explicit InstructionsPanel(QWidget *parent = nullptr);

    void setStart(const bridge::LabelStart &start);
    void setKeys(const widgets::LabelKeys &keys);
    void setBeginning(bool beginning); // shown before the first image, or in between
    QString text() const;

Q_SIGNALS:
    void done();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showExamples(const QList<bridge::LabelExample> &examples);
    QWidget *exampleCard(const bridge::LabelExample &example) const;

    bridge::LabelProtocolValues m_protocol;
    QLabel *m_title = nullptr;
    QLabel *m_own = nullptr;
    QLabel *m_usual = nullptr;
    QLabel *m_keysText = nullptr;
    QWidget *m_examples = nullptr;
    QGridLayout *m_exampleGrid = nullptr;
    QPushButton *m_done = nullptr;
};

} // namespace mutascope::gui
