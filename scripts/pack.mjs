// `node ../scripts/pack.mjs` in a package's folder, after webpack: makes its `dist` a release. `npm run build` says which
// version; without one the build is not counted as made, so that the next `npm run build` makes it anew.
import path from 'node:path'
import { forgetBuild } from './lib/build-packages.mjs'
import { LOCAL, versionByContent } from './lib/local-version.mjs'
import { packRelease } from './lib/pack-release.mjs'
import { readPackage } from './lib/packages.mjs'

const directory = process.cwd()
const name = path.basename(directory)
const { RELEASE_VERSION } = process.env
if (!RELEASE_VERSION) forgetBuild(name)
const version = RELEASE_VERSION === LOCAL ? versionByContent(LOCAL) : (RELEASE_VERSION ?? readPackage(name).version)
await packRelease(directory, { name, version })
