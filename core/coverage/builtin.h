// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/criterion.h"

// The criteria that come with Mutascope, one function a criterion; criteria() lists them. Not for other
// folders.
namespace mutascope {

CriterionInfo ncInfo();
CriterionInfo kmncInfo();
CriterionInfo nbcInfo();
CriterionInfo snacInfo();
CriterionInfo tkncInfo();
CriterionInfo bkncInfo();
CriterionInfo tknpInfo();
CriterionInfo lscInfo();
CriterionInfo dscInfo();
CriterionInfo mdscInfo();
CriterionInfo annInfo();
CriterionInfo nlcInfo();

// "id:name=value,...": what identifies a criterion in files. Advanced parameters are left out while they
// have their default, so that the text of a plain choice stays plain.
std::string criterionText(const std::string &id, const ParamSet &params);

} // namespace mutascope
