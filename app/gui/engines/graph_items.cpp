// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/graph_items.h"

#include <QCoreApplication>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("GraphItems", text);
}

QString toolTip(const bridge::GraphNodeEntry &node)
{
    QStringList lines;
    for (const auto &[name, value] : nodeDetails(node))
        lines.append(name + QStringLiteral(": ") + value);
    return lines.join(u'\n');
}

} // namespace

QString markText(const bridge::GraphData &graph)
{
    return graph.markedByMessage ? tr("named by the engine") : tr("differs first");
}

QList<std::pair<QString, QString>> nodeDetails(const bridge::GraphNodeEntry &node)
{
    QList<std::pair<QString, QString>> details{{tr("Node"), node.name}};
    if (!node.isInput())
        details.append({tr("Operator"), node.op});
    for (const QString &input : node.inputs)
        details.append({tr("Takes"), input});
    for (const QString &constant : node.constants)
        details.append({tr("Parameter"), constant});
    for (const QString &output : node.outputs)
        details.append({node.isInput() ? tr("Input") : tr("Gives"), output});
    details.append(node.attributes);
    if (node.isInput() || !node.constants.isEmpty())
        details.append({tr("Numbers"), node.fill});
    if (node.repair)
        details.append({tr("Repair"), tr("put in to make shapes, types or ranges fit")});
    return details;
}

widgets::GraphItems graphItems(const bridge::GraphData &graph)
{
    widgets::GraphItems items;
    for (const bridge::GraphNodeEntry &node : graph.nodes) {
        widgets::GraphNodeItem item;
        item.title = node.isInput() ? node.name : node.op;
        item.lines = node.outputs;
        item.toolTip = toolTip(node);
        item.input = node.isInput();
        item.faint = node.repair;
        item.sources = node.sources;
        items.nodes.push_back(std::move(item));
    }
    items.marked = graph.marked;
    items.markText = markText(graph);
    return items;
}

} // namespace mutascope::gui
