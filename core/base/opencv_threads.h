// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// OpenCV's own threads, which are of the whole process. Images are worked on side by side, each by one
// thread: to divide one of them costs small images more than it saves, and the number of threads chosen for a
// run would not hold. Models that OpenCV computes need them.
namespace mutascope {

// At the start of a program.
void keepOpenCvToOneThread();

// As many as the machine has processors, for the rest of the process: the number must not change while
// OpenCV divides something, so only the first call does anything. Any thread.
void letOpenCvUseThreads();

} // namespace mutascope
