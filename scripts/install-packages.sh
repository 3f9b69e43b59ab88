#!/usr/bin/env bash
# Installs the Debian 12 packages Mutascope is built from and tested with; nothing where all are there.
set -euo pipefail

packages=(
  # build
  g++ cmake ninja-build ccache pkg-config
  # the program
  qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libgl1-mesa-dev libqcustomplot-dev
  libtorch-dev libopenblas0-pthread libdnnl-dev libopencv-dev libonnx-dev libprotobuf-dev libsqlitecpp-dev libsqlite3-dev libcli11-dev
  nlohmann-json3-dev libfmt-dev zlib1g-dev libdeflate-dev libcairo2-dev libssl-dev librandom123-dev
  # data of the sample project, fonts and a display for screenshots
  dataset-fashion-mnist fonts-dejavu-core xvfb xauth
  # tests: references and fixtures
  libgtest-dev libgmock-dev libonnx-testdata python3 python3-torch python3-torchvision python3-onnx python3-numpy python3-pil
  python3-sklearn python3-statsmodels
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

run=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-packages: these packages are missing and sudo is not there to install them:" >&2
    echo "  ${missing[*]}" >&2
    exit 1
  fi
  run=(sudo)
fi
echo "Installing ${#missing[@]} packages: ${missing[*]}" >&2
"${run[@]}" apt-get update -q >&2
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
