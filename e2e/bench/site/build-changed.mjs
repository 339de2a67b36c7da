import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { packRelease } from '../../../scripts/lib/pack-release.mjs'
import { root } from '../../../scripts/lib/packages.mjs'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'

const require = createRequire(path.join(root, 'package.json'))

/**
 * Builds a package in a process of its own, because the federation plugin writes a file below the folder it starts in.
 * @see build
 */
export async function buildChanged(name, folder, version, change) {
  const args = [import.meta.filename, JSON.stringify([name, folder, version, change])]
  const building = promisify(execFile)(process.execPath, args, { cwd: path.join(root, name) })
  stopChildAtEnd(building.child)
  await building
  return path.join(folder, 'dist')
}

/**
 * Builds a package as a machine does that has never built it: no cache, another version, below `folder`.
 * @param change `{ file, from, to }`: a text of one source file that is another in this build
 */
async function build(name, folder, version, change) {
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
  await compile(configs, change && { ...change, file: path.join(root, name, change.file) })
  await packRelease(folder, { name, version })
}

function compile(configs, change) {
  const compiler = require('webpack')(configs)
  if (change) for (const { inputFileSystem } of compiler.compilers) replaceText(inputFileSystem, change)
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error)
      else if (stats.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
      else resolve()
    })
  })
}

/** The compiler reads the file as if a team had edited it; a loader would show in the ids of modules. */
function replaceText(files, { file, from, to }) {
  const readFile = files.readFile.bind(files)
  files.readFile = (name, ...rest) => {
    const callback = rest.pop()
    readFile(name, ...rest, (error, content) => {
      if (error || name !== file) return callback(error, content)
      if (!content.includes(from)) return callback(new Error(`${file} has no “${from}”`))
      callback(null, Buffer.from(content.toString().replace(from, to)))
    })
  }
}

if (process.argv[1] === import.meta.filename) await build(...JSON.parse(process.argv[2]))
