// Makes a package's `dist` a release: `node ../scripts/pack.mjs` in its folder, after webpack.
import path from 'node:path'
import { forgetBuild } from './lib/build-packages.mjs'
import { packRelease } from './lib/pack-release.mjs'
import { LOCAL, readPackage, versionByContent } from './lib/packages.mjs'

const directory = process.cwd()
const name = path.basename(directory)
const { RELEASE_VERSION } = process.env
if (!RELEASE_VERSION) forgetBuild(name)
const version = RELEASE_VERSION === LOCAL ? versionByContent(LOCAL) : (RELEASE_VERSION ?? readPackage(name).version)
await packRelease(directory, { name, version })
