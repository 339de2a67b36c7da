/** @jest-environment node */

import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import webpack, { type Compilation, type Configuration, NormalModuleReplacementPlugin } from 'webpack'
import { satisfy } from '../../../../scripts/webpack/federation-runtime/semver.mjs'

const { hostPackage } = require('../../../../scripts/webpack/host-package.cjs')
const root = path.join(__dirname, '../../../..')
const [client]: Configuration[] = hostPackage(path.join(root, 'shell'), {
  entry: './src/remotes/federation/register-remotes.ts',
  server: './src/release.ts',
})
const replacements = client?.plugins?.filter((plugin) => plugin instanceof NormalModuleReplacementPlugin) ?? []

/** SHA-256 prefixes of the replaced files. After an upgrade, review the changes before renewing a digest. */
const internals: Record<string, string> = {
  'error-codes/dist/desc.mjs': 'a81578d5b6e3f852',
  'runtime-core/dist/plugins/snapshot/SnapshotHandler.js': '75b26f07988459b5',
  'runtime-core/dist/utils/load.js': '5a7989b6288784f8',
  'runtime-core/dist/utils/preload.js': '195d4ee89d93f554',
  'runtime-core/dist/utils/semver/index.js': '1578363703f79ffc',
  'sdk/dist/dom.js': '8c4c0bc909d3c326',
  'sdk/dist/logger.js': '85da997c6e8f4fb4',
  'webpack-bundler-runtime/dist/getSharedFallbackGetter.js': '0215ce1bd34fb434',
  'webpack-bundler-runtime/dist/init.js': '4fa02ee9e6b0b019',
  'webpack-bundler-runtime/dist/remotes.js': '06ec06e547fc2a7a',
}

const inRemotes = { 'webpack-bundler-runtime/dist/installInitialConsumes.js': '4e6efa9651c917d7' }

const original = (file: string) => readFileSync(path.join(root, 'node_modules/@module-federation', file), 'utf8')
const digestOf = (file: string) => createHash('sha256').update(original(file)).digest('hex').slice(0, 16)
const replacementOf = (file: string) =>
  String(replacements.find(({ resourceRegExp }) => resourceRegExp.test(`/@module-federation/${file}`))?.newResource)

describe('the lean federation runtime', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lean-runtime-'))
  const output = path.join(folder, 'client')
  let compilation: Compilation
  let script = ''

  beforeAll(async () => {
    const optimization = { ...client?.optimization, minimize: false }
    const config: Configuration = { ...client, cache: false, optimization, output: { ...client?.output, path: output } }
    const stats = await new Promise<webpack.Stats>((resolve, reject) => {
      webpack(config, (error, result) => (result ? resolve(result) : reject(error)))
    })
    // webpack only warns about a missing export of a replacement.
    expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] })
    compilation = stats.compilation
    const file = readdirSync(output).find((name) => /^main\.\w+\.js$/.test(name))
    script = readFileSync(path.join(output, file ?? 'no main script'), 'utf8')
  }, 60_000)

  afterAll(() => rmSync(folder, { recursive: true }))

  it('replaces the files that are listed here and no other', () => {
    const replaced = Object.keys(internals).map(replacementOf).sort()
    expect(replaced).toEqual(replacements.map(({ newResource }) => newResource).sort())
  })

  it.each(Object.entries(internals))('replaces %s as it is installed', (file, digest) => {
    const isBuilt = (resource: string) =>
      [...compilation.modules].some((module) => module.nameForCondition()?.endsWith(resource))
    expect(digestOf(file)).toBe(digest)
    expect([isBuilt(`/@module-federation/${file}`), isBuilt(replacementOf(file))]).toEqual([false, true])
  })

  it.each(Object.entries(inRemotes))('knows %s, which remotes replace', (file, digest) => {
    expect(digestOf(file)).toBe(digest)
  })

  it('leaves no call of what is not there', () => {
    expect(script).not.toMatch(/\*\/ undefined\)?\s*[.([]/)
  })

  it('has one way to share modules: what webpack would write and this runtime overwrites is not there', () => {
    expect(script.match(/__webpack_require__\.I = /g)).toHaveLength(1)
  })
})

describe('the federation runtime’s version check', () => {
  it.each([
    ['19.3.1', '^19.3.1', true],
    ['19.4.0', '^19.3.1', true],
    ['19.3.0', '^19.3.1', false],
    ['20.0.0', '^19.3.1', false],
    ['1.10.0', '^1.9.3', true],
    ['0.2.5', '^0.2.1', true],
    ['0.3.0', '^0.2.1', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.2.3', '<=1.2.3', true],
    ['1.2.3', '<=1.10.0', true],
    ['2.0.0', '<=1.10.0', false],
  ])('says of %s whether it meets %s as semver does', (version, range, isMet) => {
    expect(satisfy(version, range)).toBe(isMet)
  })

  it('leaves any other range to the check at activation', () => {
    expect(satisfy('18.0.0', '>=19 <21')).toBe(true)
  })
})
