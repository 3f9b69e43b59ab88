// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what labellers disagree about: the image, and what each of them says, side by side.
#pragma once

#include "app/bridge/label_book.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QTimer;

namespace mutascope::widgets {
class ElidedLabel;
class LabelImage;
} // namespace mutascope::widgets

namespace mutascope::gui {

class AnswerPanel;

class AdjudicationView : public QWidget {
    Q_OBJECT

public:
    explicit AdjudicationView(bridge::LabelBook &book, QWidget *parent = nullptr);

    void begin(const bridge::LabelProtocolValues &protocol, const QList<bridge::DisputedItem> &items,
               const QString &by);
    int decided() const { return m_decided; }
    int current() const { return m_current; } // -1: none is left
    AnswerPanel *answers() const { return m_answers; }

Q_SIGNALS:
    void left();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *buildHeader();
    QWidget *buildSide();
    void showItem(int index);
    void showLabels(const bridge::DisputedItem &item);
    QWidget *labelCard(const QString &labeller, const bridge::LabelWord &word) const;
    void decide(const bridge::LabelWord &word);
    void takeStored(int index, const bridge::LabelWord &word);
    void go(int step);

    bridge::LabelBook &m_book;
    bridge::LabelProtocolValues m_protocol;
    QList<bridge::DisputedItem> m_items;
    QList<std::optional<bridge::LabelWord>> m_decisions; // one an item
    QString m_by;
    int m_current = -1;
    int m_decided = 0;
    QTimer *m_confirm = nullptr;
    widgets::ElidedLabel *m_title = nullptr;
    QLabel *m_count = nullptr;
    widgets::LabelImage *m_image = nullptr;
    QLabel *m_about = nullptr;
    QHBoxLayout *m_labels = nullptr;
    AnswerPanel *m_answers = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_forward = nullptr;
};

} // namespace mutascope::gui
