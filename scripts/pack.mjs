// Makes a package's `dist` a release: `node ../scripts/pack.mjs` in its folder, after webpack.
import path from 'node:path'
import { runChecks } from 'es-check'
import { forgetBuild } from './lib/build-packages.mjs'
import { packRelease } from './lib/pack-release.mjs'
import { LOCAL, readPackage, versionByContent } from './lib/packages.mjs'
import { readOptions } from './lib/read-options.mjs'
import { runMain } from './lib/run.mjs'

readOptions('node ../scripts/pack.mjs   makes the build of the package in this folder a release')
const directory = process.cwd()
// A built-in that a browser of `browserslist` lacks would end the page there.
const { success, errors } = runChecks([{ checkBrowser: true, checkFeatures: true, files: ['dist/client/*.js'] }], {})
if (!success) throw new Error(errors.map(({ file, err }) => `${file}: ${err.message}`).join('\n'))
const name = path.basename(directory)
const { RELEASE_VERSION } = process.env
await runMain(async () => {
  if (!RELEASE_VERSION) forgetBuild(name)
  const version = RELEASE_VERSION === LOCAL ? versionByContent(LOCAL) : (RELEASE_VERSION ?? readPackage(name).version)
  await packRelease(directory, { name, version })
})
