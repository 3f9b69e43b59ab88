// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/import_texts.h"

#include "app/bridge/convert.h"

#include <QRegularExpression>
#include <cmath>

namespace mutascope::bridge {

namespace {

std::string quoted(const QString &text)
{
    return "'" + text.toStdString() + "'";
}

ImageShape toShape(const QString &text)
{
    static const QRegularExpression shape(
        QStringLiteral("^\\s*(\\d{1,5})\\s*[x×,]\\s*(\\d{1,5})\\s*[x×,]\\s*([13])\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = shape.match(text);
    const ImageShape found{match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt()};
    if (found.size() == 0)
        throw Error(ErrorCode::Usage, "the input size " + quoted(text) + " is not height x width x channels",
                    "Write for example 32 x 32 x 3; there are 1 or 3 channels");
    return found;
}

float toNumber(const QString &text, const char *what)
{
    bool good = false;
    const float number = text.trimmed().toFloat(&good);
    if (!good || !std::isfinite(number))
        throw Error(ErrorCode::Usage, quoted(text) + " is not a number", std::string("Correct the ") + what);
    return number;
}

std::vector<float> toNumbers(const QString &text, const char *what)
{
    std::vector<float> numbers;
    for (const QString &part : text.split(QLatin1Char(',')))
        numbers.push_back(toNumber(part, what));
    return numbers;
}

std::vector<float> toDeviations(const QString &text)
{
    std::vector<float> numbers = toNumbers(text, "standard deviation");
    for (const float number : numbers)
        if (number <= 0)
            throw Error(ErrorCode::Usage, "a standard deviation must be greater than 0",
                        "Correct the standard deviation");
    return numbers;
}

QString text(float number)
{
    return QString::number(double(number), 'g', 6);
}

// What is not there is 0 or 1 in every channel.
QString text(const std::vector<float> &numbers, const char *none)
{
    if (numbers.empty())
        return QString::fromLatin1(none);
    QStringList texts;
    for (const float number : numbers)
        texts.append(text(number));
    return texts.join(QStringLiteral(", "));
}

} // namespace

ImportRequest toRequest(const ImportChoices &choices)
{
    ImportRequest request;
    request.model = toPath(choices.model);
    request.data = toPath(choices.data);
    if (!choices.input.trimmed().isEmpty())
        request.input = toShape(choices.input);
    if (!choices.scale.trimmed().isEmpty())
        request.scale = toNumber(choices.scale, "scale");
    if (request.scale && *request.scale <= 0)
        throw Error(ErrorCode::Usage, "the scale must be greater than 0", "Pixels are divided by it");
    if (!choices.mean.trimmed().isEmpty())
        request.mean = toNumbers(choices.mean, "mean");
    if (!choices.std.trimmed().isEmpty())
        request.std = toDeviations(choices.std);
    request.channelOrder = choices.channelOrder.toStdString();
    for (const QString &name : choices.classNames)
        request.classNames.push_back(name.toStdString());
    request.output = choices.output.trimmed().toStdString();
    request.blackBox = choices.blackBox;
    request.images = std::size_t(std::max<qint64>(0, choices.images));
    return request;
}

ImportOutcome toOutcome(const ImportProposal &proposal)
{
    const ModelSpec &spec = proposal.model;
    ImportOutcome outcome;
    outcome.input = QStringLiteral("%1 x %2 x %3")
                        .arg(spec.input.height)
                        .arg(spec.input.width)
                        .arg(spec.input.channels);
    outcome.scale = text(spec.scale);
    outcome.mean = text(spec.mean, "0");
    outcome.std = text(spec.std, "1");
    outcome.channelOrder = QString::fromStdString(spec.channelOrder);
    for (const std::string &name : proposal.classNames)
        outcome.classNames.append(QString::fromStdString(name));
    outcome.outputs = spec.probabilities ? QStringLiteral("probabilities") : QStringLiteral("logits");
    outcome.format = QString::fromStdString(proposal.data.format);
    outcome.accuracy = proposal.accuracy;
    outcome.images = qint64(proposal.images);
    for (const ImportFinding &finding : proposal.findings)
        outcome.findings.append({finding.level == ImportFinding::Level::Warning,
                                 QString::fromStdString(finding.text),
                                 QString::fromStdString(finding.tryThis)});
    for (const ImportCandidate &candidate : proposal.tried)
        outcome.trials.append(
            {QString::fromStdString(candidate.description), candidate.accuracy, qint64(candidate.images)});
    return outcome;
}

} // namespace mutascope::bridge
