#!/usr/bin/env bash
# Installs what is missing, builds the development preset (warnings are errors) and runs every test that is
# not labelled slow. Arguments go to CTest, for example: scripts/test.sh -R store
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-packages.sh
cmake --preset dev
cmake --build --preset dev
ctest --preset dev "$@"
