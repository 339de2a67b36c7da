import { cp, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { packRelease } from '../../../scripts/lib/pack-release.mjs'
import { root } from '../../../scripts/lib/packages.mjs'

const require = createRequire(path.join(root, 'package.json'))

/** Builds a remote as a machine does that has never built it: no cache, another version. Gives its release's folder. */
export async function buildChangedRemote(name, folder, version) {
  await mkdir(folder, { recursive: true })
  await cp(path.join(root, name, 'public'), path.join(folder, 'public'), { recursive: true })
  process.env.RELEASE_VERSION = version
  const configFile = path.join(root, name, 'webpack.config.cjs')
  delete require.cache[require.resolve(configFile)]
  const configs = require(configFile).map((config) => ({
    ...config,
    cache: false,
    output: { ...config.output, path: config.output.path.replace(path.join(root, name), folder) },
  }))
  await compile(configs)
  await packRelease(folder, { name, version })
  return path.join(folder, 'dist')
}

function compile(configs) {
  return new Promise((resolve, reject) => {
    require('webpack')(configs).run((error, stats) => {
      if (error) reject(error)
      else if (stats.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
      else resolve()
    })
  })
}
