import { readOptions } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'
import { buildRelease } from '../release/build-release.mjs'
import { LOCAL, readVersion, versionByContent } from '../release/versions.mjs'

readOptions(`site-remote build   builds the package in this folder as a release, in dist/

RELEASE_VERSION is its version, or else package.json's; RELEASE_SIGNING_KEY signs it.`)
const directory = process.cwd()
const { RELEASE_VERSION } = process.env
const version =
  RELEASE_VERSION === LOCAL ? versionByContent(directory, LOCAL) : (RELEASE_VERSION ?? readVersion(directory))
await runMain(() => buildRelease(directory, version))
