// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box for long lists: with more than a few entries one can type, and whatever contains the letters is
// offered.
#pragma once

#include <QComboBox>
#include <QVariantList>

namespace mutascope::widgets {

class SearchCombo : public QComboBox {
    Q_OBJECT

public:
    static constexpr int kSearchableFrom = 20; // entries
    static constexpr int kLeastCharacters = 14; // that stay visible where there is little room

    explicit SearchCombo(QWidget *parent = nullptr);

    // Keeps the chosen entry where the new list has its value; else the first one is chosen. Emits nothing.
    void setEntries(const QStringList &texts, const QVariantList &values);

    QSize minimumSizeHint() const override;
    void showPopup() override;

protected:
    void focusOutEvent(QFocusEvent *event) override;

private:
    void setSearchable(bool searchable);
    void chooseTyped();
};

} // namespace mutascope::widgets
