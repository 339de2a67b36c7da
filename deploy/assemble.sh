#!/bin/sh
# Puts all that a server needs into the folder given: programs, production packages, this commit's releases, an SBOM.
# The image runs it, and so does every machine without containers: `sh deploy/assemble.sh /opt/site`.
set -eu
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/.."
npm ci
npm run --silent build
for folder in . $(node -p "require('./package.json').workspaces.join(' ')"); do
  mkdir -p "$out/$folder"
  cp "$folder/package.json" "$out/$folder/"
done
list="const it = await import('./scripts/lib/packages.mjs'); console.log(...it.browserPackages, ...it.nodePackages)"
folders=$(node --input-type=module -e "$list")
for folder in $folders; do cp -R "$folder/dist" "$out/$folder/"; done
cp package-lock.json .npmrc lerna.json "$out/"
mkdir -p "$out/scripts/lib" "$out/kit/lib"
cp scripts/serve.mjs scripts/site.mjs "$out/scripts/"
for name in install packages spawn-origin; do cp "scripts/lib/$name.mjs" "$out/scripts/lib/"; done
cp kit/lib/*.?js "$out/kit/lib/"
cd "$out"
npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx \
  --workspace platform/origin --workspace platform/operator > sbom.json
# npm would install the kit, because the development of shared needs it.
npm pkg delete devDependencies --workspaces --include-workspace-root
npm ci --omit=dev --ignore-scripts --workspace platform/origin --workspace platform/operator
