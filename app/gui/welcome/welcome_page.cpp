// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/welcome/welcome_page.h"

#include "app/gui/icons.h"

#include <QCommandLinkButton>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace mutascope::gui {

namespace {

constexpr int contentWidth = 820;

QLabel *makeLabel(const QString &text, double scale, bool bold)
{
    auto *label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(bold);
    label->setFont(font);
    label->setWordWrap(true);
    return label;
}

QCommandLinkButton *makeLink(const QString &text, const QString &description, const QString &icon,
                             const QString &objectName)
{
    auto *link = new QCommandLinkButton(text, description);
    link->setIcon(themedIcon(icon));
    link->setIconSize({28, 28});
    link->setObjectName(objectName);
    return link;
}

} // namespace

WelcomePage::WelcomePage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *content = new QWidget;
    content->setMaximumWidth(contentWidth);
    auto *column = new QVBoxLayout(content);
    column->setSpacing(18);
    column->addWidget(buildHeader());
    column->addWidget(buildButtons());
    column->addWidget(buildRecent(), 1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 40, 24, 24);
    layout->addStretch(1);
    layout->addWidget(content, 8);
    layout->addStretch(1);
    connect(&workspace.recent(), &bridge::RecentFiles::changed, this, &WelcomePage::fillRecent);
    connect(&workspace, &Workspace::projectOpeningChanged, this,
            [this] { m_sample->setEnabled(!m_workspace.isOpeningProject()); });
    fillRecent();
}

QWidget *WelcomePage::buildHeader()
{
    auto *header = new QWidget;
    auto *icon = new QLabel;
    icon->setPixmap(applicationIcon().pixmap(QSize(72, 72), devicePixelRatioF()));
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(makeLabel(QStringLiteral("Mutascope"), 2.4, true));
    texts->addWidget(
        makeLabel(tr("Find the images an image classifier gets wrong, and see why."), 1.15, false));
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(18);
    layout->addWidget(icon);
    layout->addLayout(texts, 1);
    return header;
}

QWidget *WelcomePage::buildButtons()
{
    m_sample = makeLink(tr("Open the &sample project"),
                        tr("LeNet-5 on Fashion-MNIST, trained and ready to be tested; no network is needed."),
                        QStringLiteral("run"), QStringLiteral("openSample"));
    auto *fresh = makeLink(tr("&New project…"),
                           tr("Your own model and images: how they fit together is found out for you."),
                           QStringLiteral("new"), QStringLiteral("newProject"));
    auto *project
        = makeLink(tr("Open a &project…"), tr("A folder with a model, its preprocessing and its data set."),
                   QStringLiteral("open"), QStringLiteral("openProject"));
    auto *session = makeLink(tr("Open a s&ession…"), tr("The runs and tests of a .mscope file made earlier."),
                             QStringLiteral("sessions"), QStringLiteral("openSession"));
    auto *label
        = makeLink(tr("&Label images…"),
                   tr("Judge by eye whether the tests of a session are still valid: one key, one answer."),
                   QStringLiteral("label"), QStringLiteral("labelImages"));
    auto *buttons = new QWidget;
    auto *layout = new QVBoxLayout(buttons);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (QPushButton *button : std::initializer_list<QPushButton *>{m_sample, fresh, project, session, label})
        layout->addWidget(button);
    connect(m_sample, &QPushButton::clicked, &m_workspace, &Workspace::openSample);
    connect(fresh, &QPushButton::clicked, this, &WelcomePage::newProjectRequested);
    connect(project, &QPushButton::clicked, this, &WelcomePage::openProjectRequested);
    connect(session, &QPushButton::clicked, this, &WelcomePage::openSessionRequested);
    connect(label, &QPushButton::clicked, this, &WelcomePage::labelRequested);
    return buttons;
}

QWidget *WelcomePage::buildRecent()
{
    auto *recent = new QWidget;
    m_recent = new QListWidget;
    m_recent->setObjectName(QStringLiteral("recentFiles"));
    m_recent->setAccessibleName(tr("Recent files"));
    m_recent->setAlternatingRowColors(true);
    m_noRecent = makeLabel(
        tr("Nothing yet. A project, a .mscope file, a model or a data folder can also be dropped here."), 1,
        false);
    m_noRecent->setForegroundRole(QPalette::PlaceholderText);
    m_clear = new QPushButton(tr("&Clear list"));
    auto *heading = new QHBoxLayout;
    heading->addWidget(makeLabel(tr("Recent"), 1.15, true));
    heading->addStretch();
    heading->addWidget(m_clear);
    auto *layout = new QVBoxLayout(recent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(heading);
    layout->addWidget(m_noRecent);
    layout->addWidget(m_recent, 1);
    layout->addStretch();
    connect(m_clear, &QPushButton::clicked, &m_workspace.recent(), &bridge::RecentFiles::clear);
    connect(m_recent, &QListWidget::itemActivated, this, &WelcomePage::openItem);
    return recent;
}

void WelcomePage::fillRecent()
{
    m_recent->clear();
    for (const QString &path : m_workspace.recent().paths()) {
        const bool session = path.endsWith(QLatin1String(".mscope"), Qt::CaseInsensitive);
        const QFileInfo info(path);
        auto *item
            = new QListWidgetItem(themedIcon(session ? QStringLiteral("sessions") : QStringLiteral("open")),
                                  tr("%1 — %2").arg(info.fileName(), QDir::toNativeSeparators(info.path())));
        item->setData(Qt::UserRole, path);
        item->setToolTip(session ? tr("Session %1").arg(path) : tr("Project %1").arg(path));
        m_recent->addItem(item);
    }
    const bool any = m_recent->count() > 0;
    m_recent->setVisible(any);
    m_noRecent->setVisible(!any);
    m_clear->setVisible(any);
}

void WelcomePage::openItem(QListWidgetItem *item)
{
    m_workspace.openPath(item->data(Qt::UserRole).toString());
}

} // namespace mutascope::gui
