// SPDX-License-Identifier: GPL-3.0-or-later
// The generators with a tick each; those that cannot serve the model say why.
#pragma once

#include "app/bridge/assess_values.h"

#include <QListWidget>

namespace mutascope::gui {

class GeneratorChoice : public QListWidget {
    Q_OBJECT

public:
    explicit GeneratorChoice(QWidget *parent = nullptr);

    QStringList chosen() const; // ids, without those that cannot serve
    void choose(const QStringList &ids); // empty: all
    void setLeftOut(const QMap<QString, QString> &leftOut); // id -> why
    QString reason(const QString &id) const;
    QSize sizeHint() const override;

Q_SIGNALS:
    void changed();

private:
    QMap<QString, QString> m_leftOut;
};

} // namespace mutascope::gui
