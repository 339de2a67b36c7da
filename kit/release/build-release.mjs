import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { runChecks } from 'es-check'
import { forgetBuild, kit, nameOfPackage } from '../lib/places.cjs'
import { packRelease } from './pack-release.mjs'
import { signRelease } from './sign-release.mjs'

const require = createRequire(import.meta.url)

/**
 * Builds the package in a folder as a release in its `dist`, signed if the team's key is given.
 * @param version as `packRelease` takes it
 */
export async function buildRelease(directory, version) {
  const name = nameOfPackage(directory)
  await compile(require(path.join(directory, 'webpack.config.cjs')))
  refuseMissingFeatures(directory)
  forgetBuild(name)
  const release = await packRelease(directory, { name, version })
  const { RELEASE_SIGNING_KEY } = process.env
  if (RELEASE_SIGNING_KEY) await signRelease(path.join(directory, 'dist'), RELEASE_SIGNING_KEY)
  console.log(`${name}@${release.version} is built in dist/`)
  return release
}

async function compile(configs) {
  const compiler = require('webpack')(configs)
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'))
}

/** A built-in that a browser of `browserslist` lacks would end the page there. */
function refuseMissingFeatures(directory) {
  const files = [path.join(directory, 'dist/client/*.js')]
  const options = { checkBrowser: true, checkFeatures: true, browserslistPath: path.join(kit, 'package.json') }
  const { success, errors } = runChecks([{ ...options, files }], {})
  if (!success) throw new Error(errors.map(({ file, err }) => `${file}: ${err.message}`).join('\n'))
}
