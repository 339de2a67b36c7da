import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { browserPackages, LOCAL, nodePackages, readPackage, root, workspaceFolders } from './packages.mjs'
import { runQuietly } from './run.mjs'

/** A build takes one processor and up to 1 GB of memory. */
const AT_ONCE = Math.min(2, availableParallelism())
const STAMPS = path.join(root, '.cache/builds')
const tools = [
  'federation.cjs',
  'webpack.base.cjs',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/pack.mjs',
  ...['emit-types', 'packages', 'pack-release'].map((name) => `scripts/lib/${name}.mjs`),
]
const ignored = /(^|\/)(dist|node_modules|coverage)\/|\.test\.tsx?$/

/** Builds each package whose inputs changed; derives a trial version from the content. */
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
  // A failed build may have changed `dist`.
  forgetBuild(name)
  await runQuietly('npm', ['run', '--silent', 'build', '--workspace', name], {
    RELEASE_VERSION: isRelease ? version : LOCAL,
    ...(isDevelopment && { NODE_ENV: 'development' }),
  })
  mkdirSync(path.dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), stamp)
  return true
}

/** Forces the next build of a package, for code that changes its `dist` by other means. */
export function forgetBuild(name) {
  rmSync(stampOf(name), { force: true })
}

const stampOf = (name) => path.join(STAMPS, name)

function readStamp(name) {
  const file = stampOf(name)
  return existsSync(file) && existsSync(path.join(root, name, 'dist')) ? readFileSync(file, 'utf8') : undefined
}

/** Hashes the sources of a package and its workspace dependencies, the build scripts and the lock file. */
function inputHash(folder) {
  const files = [...tools, ...[...dependenciesOf(folder), 'scripts/webpack'].flatMap(filesBelow)]
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort()) {
    const content = readFileSync(path.join(root, file))
    hash.update(file).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

function dependenciesOf(folder) {
  const folders = workspaceFolders()
  const found = new Set([folder])
  for (const each of found) {
    for (const name of Object.keys(readPackage(each).dependencies ?? {})) {
      if (folders.has(name)) found.add(folders.get(name))
    }
  }
  return [...found]
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !ignored.test(file))
}
