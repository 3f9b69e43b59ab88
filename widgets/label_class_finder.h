// SPDX-License-Identifier: GPL-3.0-or-later
// Finds one of many classes by the first letters of its name: type, Return.
#pragma once

#include <QStringList>
#include <QWidget>

class QLineEdit;
class QListWidget;

namespace mutascope::widgets {

class LabelClassFinder : public QWidget {
    Q_OBJECT

public:
    explicit LabelClassFinder(QWidget *parent = nullptr);

    void setClasses(const QStringList &names);
    QStringList
    matches() const; // best first: names that begin so, then those with a word that does, then others
    void begin(const QString &typed = {}); // takes the focus
    void clear();
    QLineEdit *line() const { return m_line; }

Q_SIGNALS:
    void chosen(int index); // of the class
    void left(); // Escape

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter();
    void choose();

    QStringList m_names;
    QLineEdit *m_line = nullptr;
    QListWidget *m_list = nullptr;
};

} // namespace mutascope::widgets
