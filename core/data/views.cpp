// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/views.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

class View : public Dataset {
public:
    explicit View(std::unique_ptr<Dataset> inner) : m_inner(std::move(inner)), m_spec(m_inner->spec()) { }
    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_inner->size(); }
    Sample sample(std::size_t index) const override { return m_inner->sample(index); }
    int label(std::size_t index) const override { return m_inner->label(index); }

protected:
    const std::unique_ptr<Dataset> m_inner;
    DatasetSpec m_spec;
};

class ResizedView : public View {
public:
    ResizedView(std::unique_ptr<Dataset> inner, const ImageShape &shape, const FitRule &rule)
        : View(std::move(inner)), m_rule(rule)
    {
        m_spec.shape = shape;
    }
    Sample sample(std::size_t index) const override
    {
        Sample sample = m_inner->sample(index);
        sample.image = fitImage(sample.image, m_spec.shape, m_rule);
        return sample;
    }

private:
    FitRule m_rule;
};

class NamedView : public View {
public:
    NamedView(std::unique_ptr<Dataset> inner, const std::vector<std::string> &names) : View(std::move(inner))
    {
        m_spec.classNames = names;
        m_spec.classes = int(names.size());
    }
};

} // namespace

std::unique_ptr<Dataset> resizedView(std::unique_ptr<Dataset> data, const ImageShape &shape,
                                     const FitRule &rule)
{
    return std::make_unique<ResizedView>(std::move(data), shape, rule);
}

std::unique_ptr<Dataset> namedView(std::unique_ptr<Dataset> data, const std::vector<std::string> &names)
{
    for (std::size_t i = 0; i < data->size(); ++i)
        if (data->label(i) >= int(names.size()))
            throw Error(ErrorCode::BadData,
                        fmt::format("image {} of the {} data is of class {}, but only {} classes are named",
                                    i, data->spec().split, data->label(i), names.size()),
                        "Correct the names of the classes ('data.classes' of a project)");
    return std::make_unique<NamedView>(std::move(data), names);
}

} // namespace mutascope
