import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { filesBelow, forgetBuild, stampOf } from '../../kit/lib/places.cjs'
import { runQuietly } from '../../kit/lib/run.mjs'
import { emitTypes } from '../../kit/release/emit-types.mjs'
import { LOCAL } from '../../kit/release/versions.mjs'
import { browserPackages, installedPackages, nodePackages, readPackage, root, workspaceFolders } from './packages.mjs'

const { siteModules } = createRequire(import.meta.url)('../../kit/webpack/federation.cjs')

/** A build takes one processor and up to 1 GB of memory. */
const AT_ONCE = Math.min(2, availableParallelism())
const SHARED = 'shared'
const tools = ['kit/package.json', 'kit/tsconfig.base.json', 'package-lock.json', 'scripts/lib/packages.mjs']
const toolFolders = ['kit/lib', 'kit/release', 'kit/webpack', 'scripts/webpack']
const ignored = /(^|\/)(dist|node_modules|coverage)\/|\.test\.\w+$/

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
  const kind = `${isRelease ? version : LOCAL}${isDevelopment ? ' development' : ''}`
  const before = force ? undefined : readStamp(name)
  // Most often nothing at all has changed, which needs no bundling.
  const sources = `${hashOf(sourceFiles(name))} ${kind}`
  if (before?.sources === sources) return false
  const stamp = { sources, inputs: `${await hashInputs(name)} ${kind}` }
  if (before?.inputs === stamp.inputs) {
    writeFileSync(stampOf(name), JSON.stringify(stamp))
    return false
  }
  console.log(`building ${name}@${version}${isRelease ? '' : `-${LOCAL}`}`)
  // A failed build may have changed `dist`.
  forgetBuild(name)
  await runQuietly('npm', ['run', '--silent', 'build', '--workspace', name], {
    RELEASE_VERSION: isRelease ? version : LOCAL,
    ...(isDevelopment && { NODE_ENV: 'development' }),
  })
  mkdirSync(path.dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), JSON.stringify(stamp))
  return true
}

function readStamp(name) {
  const file = stampOf(name)
  if (!existsSync(file) || !existsSync(path.join(root, name, 'dist'))) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // An earlier version of this program wrote it.
    return undefined
  }
}

/** Includes the types of the federated modules, which each release carries. */
async function hashInputs(folder) {
  const hasTypes = siteModules.length > 0 && browserPackages.includes(folder)
  return hashOf(inputFiles(folder)) + (hasTypes ? (await emitTypes()).digest : '')
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort()) {
    const content = readFileSync(path.join(root, file))
    hash.update(file).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

/** All sources of a package and its workspace dependencies, the build scripts and the lock file. */
function sourceFiles(folder) {
  return [...tools, ...[...dependenciesOf(folder), ...toolFolders].flatMap(inputsBelow)]
}

/** Of these the files that its build reads. */
export function inputFiles(folder) {
  const sources = sourceFiles(folder).filter((file) => !file.startsWith(`${SHARED}/`))
  return [...sources, ...sharedFiles(folder, sources)]
}

/** The files of `shared` that the sources bundle. Remotes get the federated modules from the host. */
function sharedFiles(folder, sources) {
  const isRemote = browserPackages.slice(1).includes(folder)
  const bundling = { bundle: true, platform: 'node', metafile: true, write: false, outdir: 'none', logLevel: 'silent' }
  try {
    const { metafile } = buildSync({
      ...bundling,
      entryPoints: sources.filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\/testing\/|harness/.test(file)),
      absWorkingDir: root,
      external: ['/fonts/*', '/images/*', ...installedPackages(), ...(isRemote ? siteModules : [])],
      loader: { '.svg': 'empty', '.html': 'empty', '.sql': 'empty' },
    })
    return [`${SHARED}/package.json`, ...Object.keys(metafile.inputs).filter((file) => file.startsWith(`${SHARED}/`))]
  } catch {
    // The build itself names what does not compile.
    return inputsBelow(SHARED)
  }
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

function inputsBelow(folder) {
  const files = filesBelow(path.join(root, folder)).map((file) => `${folder}/${file}`)
  return files.filter((file) => !ignored.test(file))
}
