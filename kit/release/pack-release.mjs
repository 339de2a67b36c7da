import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { filesBelow } from '../lib/places.cjs'
import { emitTypes } from './emit-types.mjs'
import { sha256 } from './versions.mjs'

const require = createRequire(import.meta.url)
const { contract, sharedModules, supportedContracts } = require('../webpack/federation.cjs')

/** Scope of releases in the teams' registry, apart from importable packages. */
const releaseScope = process.env.RELEASE_SCOPE || '@site-release'
const published = ['client', 'maps', 'public', 'server', 'release.json', 'release.sig']

/**
 * Writes `dist/release.json`.
 * @param version a version, or a function that derives it from the rest of the release
 */
export async function packRelease(directory, { name, version }) {
  const dist = path.join(directory, 'dist')
  await rm(path.join(dist, 'public'), { recursive: true, force: true })
  // npm publishes no `.DS_Store`; the site refuses `.well-known`.
  const filter = (file) => !/^\.(?!well-known$)/.test(path.basename(file))
  await cp(path.join(directory, 'public'), path.join(dist, 'public'), { recursive: true, filter }).catch(ignoreMissing)
  await dropFormerMaps(dist)
  const notes = path.join(dist, 'contract.json')
  const { modules, shared, ...uses } = JSON.parse(await readFile(notes, 'utf8'))
  await rm(notes)
  const manifest = requireAnew(path.join(dist, 'server/manifest.cjs')).default
  const kind = modules['./bootstrap'] ? 'host' : 'remote'
  // `site publish` checks this shape (`shared/src/release/release.ts`).
  const release = {
    format: 4,
    package: name,
    version: '',
    kind,
    contract,
    exposes: [...new Set([...manifest.pages, ...(manifest.blocks ?? [])].map(({ module }) => module))].sort(),
    shared: describeShared(kind, shared),
    ...(await describeContract(kind, uses)),
    ...(kind === 'host' && { inline: await describeInline(path.join(dist, 'server/index.cjs')) }),
    ...describeAssets(kind, modules),
    data: {},
    ...manifest,
    files: await digestFiles(dist),
  }
  release.version = typeof version === 'function' ? version(release) : version
  await writeFile(path.join(dist, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  await rm(path.join(dist, 'release.sig'), { force: true })
  await writeReleasePackage(dist, { name, version: release.version })
  return release
}

function requireAnew(file) {
  delete require.cache[file]
  return require(file)
}

async function describeInline(file) {
  const { scripts, ...others } = await requireAnew(file).inlineParts()
  return { scripts: scripts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`), ...others }
}

async function describeContract(kind, { names, styles, constants }) {
  const types = await emitTypes()
  return kind === 'host'
    ? { supports: supportedContracts, constants, provides: { names, types, styles: styles.defines } }
    : { constants, requires: { names, types, styles: styles.uses } }
}

/** Only libraries have versions; activation compares modules of `shared` by names and types. */
function describeShared(kind, requests) {
  const libraries = requests.filter((request) => sharedModules[request].requiredVersion)
  const entries = libraries.map((request) => {
    const { version, requiredVersion } = sharedModules[request]
    return [request, kind === 'host' ? { version, range: requiredVersion } : { range: requiredVersion }]
  })
  return Object.fromEntries(entries)
}

/** A host starts with its entry scripts, in order, and the chunk that they import at once. */
function describeAssets(kind, { '.': start, './bootstrap': bootstrap, ...pages }) {
  const entry = start.scripts.at(-1)
  if (kind === 'remote') return { entry, modules: { '.': start, ...pages } }
  const styles = [...start.styles, ...bootstrap.styles]
  const scripts = bootstrap.scripts.filter((file) => !start.scripts.includes(file))
  return {
    entry,
    modules: { '.': { scripts: start.scripts, styles }, './bootstrap': { scripts, styles: [] }, ...pages },
  }
}

export async function digestFiles(dist) {
  const files = {}
  for (const file of filesBelow(dist).sort()) {
    if (!/^(client|maps|public|server)\//.test(file)) continue
    const content = await readFile(path.join(dist, file))
    files[file] = { sha256: sha256(content), bytes: content.length }
  }
  return files
}

/** Webpack cleans only its own folder; the maps lie beside it. */
async function dropFormerMaps(dist) {
  const names = (await readdir(path.join(dist, 'maps')).catch(ignoreMissing)) ?? []
  const scripts = new Set(await readdir(path.join(dist, 'client')))
  const former = names.filter((name) => !scripts.has(name.replace(/\.map$/, '')))
  await Promise.all(former.map((name) => rm(path.join(dist, 'maps', name))))
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Writes a `package.json` into a build, so that `npm publish <dist>` takes it: no scripts that run, no dependencies.
 * A prerelease needs `npm publish --tag`.
 * @param {string} dist
 * @param {{ name: string, version: string }} release
 */
export async function writeReleasePackage(dist, { name, version }) {
  const description = { name: `${releaseScope}/${name}`, version, license: 'UNLICENSED', files: published }
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
}
