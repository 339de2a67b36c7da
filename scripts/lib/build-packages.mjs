import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { inputHash } from './input-hash.mjs'
import { LOCAL } from './local-version.mjs'
import { browserPackages, nodePackages, readPackage, root } from './packages.mjs'
import { runQuietly } from './run.mjs'

/** A build keeps one processor busy most of the time, and takes up to 1 GB of memory. */
const AT_ONCE = Math.min(2, availableParallelism())
const STAMPS = path.join(root, '.cache/builds')

/**
 * Builds each package whose inputs changed. A build for trying out is versioned by its content, so that two builds
 * never share a version and the same build has the same again; a release keeps its version.
 * @param development packages that are built as they are developed with
 */
export async function buildPackages({ only = [], force = false, isRelease = false, development = [] } = {}) {
  const names = only.length > 0 ? only : [...browserPackages, ...nodePackages]
  const built = []
  const waiting = names.values()
  const buildWaiting = async () => {
    for (const name of waiting) {
      const isDevelopment = development.includes(name)
      if (await buildIfChanged(name, { force, isRelease, isDevelopment })) built.push(name)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, buildWaiting))
  return built
}

async function buildIfChanged(name, { force, isRelease, isDevelopment }) {
  const { version } = readPackage(name)
  const stamp = `${inputHash(name)} ${isRelease ? version : LOCAL}${isDevelopment ? ' development' : ''}`
  if (!force && readStamp(name) === stamp) return false
  console.log(`building ${name}@${version}${isRelease ? '' : `-${LOCAL}`}`)
  // A build that fails has begun to write into `dist`: what stands there is no longer that of the stamp.
  forgetBuild(name)
  await buildPackage(name, {
    RELEASE_VERSION: isRelease ? version : LOCAL,
    ...(isDevelopment && { NODE_ENV: 'development' }),
  })
  mkdirSync(path.dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), stamp)
  return true
}

/** Has the next build make this package anew; for whoever writes into its `dist` by other means. */
export function forgetBuild(name) {
  rmSync(stampOf(name), { force: true })
}

const stampOf = (name) => path.join(STAMPS, name)

function readStamp(name) {
  const file = stampOf(name)
  return existsSync(file) && existsSync(path.join(root, name, 'dist')) ? readFileSync(file, 'utf8') : undefined
}

/** The package's own `build` script: webpack, and for a release what makes it one. */
function buildPackage(name, variables) {
  return runQuietly('npm', ['run', '--silent', 'build', '--workspace', name], variables)
}
