// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_class_finder.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace mutascope::widgets {

namespace {

// Smaller is better; -1: no match.
int rankOf(const QString &name, const QString &typed)
{
    const qsizetype at = name.indexOf(typed, 0, Qt::CaseInsensitive);
    if (at <= 0)
        return int(at);
    return name[at - 1].isLetterOrNumber() ? 2 : 1;
}

} // namespace

LabelClassFinder::LabelClassFinder(QWidget *parent)
    : QWidget(parent), m_line(new QLineEdit), m_list(new QListWidget)
{
    m_line->setObjectName(QStringLiteral("classLine"));
    m_line->setAccessibleName(tr("First letters of the class"));
    m_line->setPlaceholderText(tr("First letters, then Return"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("classList"));
    m_list->setAccessibleName(tr("Classes"));
    m_list->setUniformItemSizes(true);
    m_list->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_line);
    layout->addWidget(m_list, 1);
    connect(m_line, &QLineEdit::textEdited, this, &LabelClassFinder::filter);
    connect(m_line, &QLineEdit::returnPressed, this, &LabelClassFinder::choose);
    connect(m_list, &QListWidget::itemClicked, this, &LabelClassFinder::choose);
    setFocusProxy(m_line);
}

void LabelClassFinder::setClasses(const QStringList &names)
{
    if (names == m_names)
        return;
    m_names = names;
    clear();
}

void LabelClassFinder::begin(const QString &typed)
{
    m_line->setText(typed);
    m_line->setFocus(Qt::ShortcutFocusReason);
    filter();
}

void LabelClassFinder::clear()
{
    m_line->clear();
    filter();
}

void LabelClassFinder::filter()
{
    std::vector<std::pair<int, int>> found; // rank, class
    for (int i = 0; i < m_names.size(); ++i)
        if (const int rank = rankOf(m_names[i], m_line->text().trimmed()); rank >= 0)
            found.emplace_back(rank, i);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    m_list->clear();
    for (const auto &[rank, index] : found) {
        auto *item = new QListWidgetItem(m_names[index], m_list);
        item->setData(Qt::UserRole, index);
    }
    m_list->setCurrentRow(found.empty() ? -1 : 0);
}

QStringList LabelClassFinder::matches() const
{
    QStringList names;
    for (int row = 0; row < m_list->count(); ++row)
        names.append(m_list->item(row)->text());
    return names;
}

// An empty line means nothing: Return on it is a slip.
void LabelClassFinder::choose()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item || (m_line->hasFocus() && m_line->text().trimmed().isEmpty()))
        return;
    Q_EMIT chosen(item->data(Qt::UserRole).toInt());
}

bool LabelClassFinder::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Escape) {
        clear();
        Q_EMIT left();
        return true;
    }
    if (watched == m_list) { // a click may also activate, so that itemActivated would choose twice
        if (key == Qt::Key_Return || key == Qt::Key_Enter)
            choose();
        return QWidget::eventFilter(watched, event);
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
        QCoreApplication::sendEvent(m_list, event);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace mutascope::widgets
