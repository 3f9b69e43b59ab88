// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/data_source.h"

// The readers behind openDataset(). Each gets the source with its format known and its options complete.
namespace mutascope {

struct OpenRequest {
    const DataSource &source;
    const ParamSet &options;
    std::string split;
};

std::unique_ptr<Dataset> openIdxFolder(const OpenRequest &request);
std::unique_ptr<Dataset> openCifar10(const OpenRequest &request);
std::unique_ptr<Dataset> openCifar100(const OpenRequest &request);
std::unique_ptr<Dataset> openNumpy(const OpenRequest &request); // npy and npz
std::unique_ptr<Dataset> openImageFolder(const OpenRequest &request);
std::unique_ptr<Dataset> openCsv(const OpenRequest &request);

} // namespace mutascope
