// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search_combo.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>
#include <algorithm>

namespace mutascope::widgets {

SearchCombo::SearchCombo(QWidget *parent) : QComboBox(parent)
{
    setInsertPolicy(NoInsert);
    setSizeAdjustPolicy(AdjustToContents);
    setMaxVisibleItems(20);
}

void SearchCombo::setEntries(const QStringList &texts, const QVariantList &values)
{
    const QSignalBlocker blocker(this);
    const QVariant chosen = currentData();
    clear();
    for (qsizetype i = 0; i < texts.size(); ++i)
        addItem(texts[i], values.value(i));
    setSearchable(count() >= kSearchableFrom);
    setCurrentIndex(count() == 0 ? -1 : std::max(0, findData(chosen)));
}

// Long entries, such as the names of classes, must not hold the window wide: the text is cut, the list is
// not.
QSize SearchCombo::minimumSizeHint() const
{
    const QSize hint = QComboBox::minimumSizeHint();
    return {std::min(hint.width(), fontMetrics().averageCharWidth() * kLeastCharacters), hint.height()};
}

void SearchCombo::showPopup()
{
    constexpr int widest = 700;
    if (count() < kSearchableFrom) // a long list is not measured
        view()->setMinimumWidth(std::min(view()->sizeHintForColumn(0) + 24, widest));
    view()->setTextElideMode(Qt::ElideMiddle);
    QComboBox::showPopup();
}

void SearchCombo::setSearchable(bool searchable)
{
    if (searchable == isEditable())
        return;
    setEditable(searchable);
    // A long list is not measured entry by entry.
    setSizeAdjustPolicy(searchable ? AdjustToMinimumContentsLengthWithIcon : AdjustToContents);
    setMinimumContentsLength(searchable ? 18 : 0);
    if (!searchable)
        return;
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    lineEdit()->setAccessibleName(accessibleName());
    connect(lineEdit(), &QLineEdit::returnPressed, this, &SearchCombo::chooseTyped);
}

// The entry that is typed in full, else the first one that contains what is typed.
void SearchCombo::chooseTyped()
{
    const QString typed = lineEdit()->text();
    int index = findText(typed, Qt::MatchFixedString);
    if (index < 0 && !typed.isEmpty())
        index = findText(typed, Qt::MatchContains);
    if (index >= 0)
        setCurrentIndex(index);
    setEditText(currentText().isEmpty() || index < 0 ? itemText(currentIndex()) : itemText(index));
}

// Letters that choose nothing do not stay.
void SearchCombo::focusOutEvent(QFocusEvent *event)
{
    QComboBox::focusOutEvent(event);
    const bool choosing = completer() && completer()->popup()->isVisible();
    if (isEditable() && !choosing)
        setEditText(itemText(currentIndex()));
}

} // namespace mutascope::widgets
