#!/usr/bin/env bash
# Installs what is missing, builds Mutascope and opens it on the sample project. Without a display it runs the
# sample on the command line instead and leaves a session, an HTML report and screenshots in build/sample/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-packages.sh
cmake --preset release -DBUILD_TESTING=OFF -DMUTASCOPE_BENCH=OFF
cmake --build --preset release --target mutascope mutascope-cli

project=projects/fashion-mnist-lenet5
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/release/bin/mutascope "$project"
fi

out=build/sample
rm -rf "$out"
mkdir -p "$out"
cli=build/release/bin/mutascope-cli
"$cli" run "$project" --generator deephunter --criterion kmnc:1000 --budget-calls 20000 --seed 1 \
  --out "$out/sample.mscope"
"$cli" report "$out/sample.mscope" --run 1 --out "$out/report.html"
xvfb-run -a -s "-screen 0 1600x1000x24" build/release/bin/mutascope "$project" --screenshot "$out/screenshots"
echo
echo "There is no display, so the sample ran on the command line:"
echo "  session      $out/sample.mscope"
echo "  report       $out/report.html"
echo "  screenshots  $out/screenshots/"
