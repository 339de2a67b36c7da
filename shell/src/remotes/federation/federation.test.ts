/** @jest-environment node */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import webpack, { type Stats } from 'webpack'
import * as providedRuntime from './provided-runtime'

const { remotePackage } = require('../../../../kit/webpack/remote-package.cjs')
const packages = ['shell', 'catalog', 'content', 'checkout']

const folder = mkdtempSync(path.join(tmpdir(), 'federation-'))

/** Without minimising, which takes most of the time of a build. */
function build(name: string, exposes: Record<string, string>): Promise<Stats> {
  const [client] = remotePackage(path.join(__dirname, '../../testing/fixture-remote'), { exposes })
  const output = { ...client.output, path: path.join(folder, name, 'client') }
  const optimization = { ...client.optimization, minimize: false }
  return new Promise((resolve, reject) => {
    webpack({ ...client, cache: false, optimization, output }, (error, stats) =>
      stats ? resolve(stats) : reject(error),
    )
  })
}

function writePage(name: string, source: string): string {
  const file = path.join(folder, `${name}.tsx`)
  writeFileSync(file, source)
  return file
}

describe('the federated build', () => {
  const filesOf = (name: string) => readdirSync(path.join(folder, name, 'client'))
  const exposesText = (text: string) => ({
    './page': './src/page.tsx',
    './text': writePage('text', `export default () => <p>${text}</p>\n`),
  })
  let entry = ''

  beforeAll(async () => {
    const stats = await build('one', exposesText('before'))
    expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] })
    const file = filesOf('one').find((name) => /^remote-entry\.[0-9a-f]{8}\.js$/.test(name))
    entry = readFileSync(path.join(folder, 'one/client', file ?? 'no remote entry with a content hash'), 'utf8')
  }, 60_000)

  afterAll(() => rmSync(folder, { recursive: true }))

  it('builds with the pinned webpack, content hashes included', () => {
    expect(webpack.version).toBe('5.110.3')
    expect(entry).toContain('var fixture')
  })

  it('keeps the bytes of every file that a change of one text is not in, whatever the version', async () => {
    await build('two', exposesText('after'))
    const before = filesOf('one')
    expect(before.length).toBeGreaterThan(2)
    expect(filesOf('two').filter((file) => !before.includes(file))).toEqual([expect.stringMatching(/^text\.\w+\.js$/)])
  }, 60_000)

  it('provides a remote entry with every part of the runtime that it takes from the host', () => {
    const taken = entry.matchAll(/_FEDERATION_RUNTIME_CORE_namespaceObject\.(\w+)/g)
    const names = new Set([...taken].map(([, name]) => name))
    // Only the Node build, which loads scripts without a document, has it.
    names.delete('loadScriptNode')
    // For older kits.
    names.add('helpers')
    expect(names.size).toBeGreaterThan(5)
    expect(Object.keys(providedRuntime).sort()).toEqual([...names].sort())
  })

  it('carries no part of the runtime that nothing asks for, and no call of what is not there', () => {
    expect(entry).not.toContain('captureStackTrace')
    expect(entry).not.toMatch(/\*\/ undefined\)?\s*[.([]/)
  })

  it.each(packages)('R12: %s gives its script parts 120 seconds', (name) => {
    const [client] = require(`../../../../${name}/webpack.config.cjs`)
    expect(client.output).toMatchObject({ chunkLoadTimeout: 120_000, uniqueName: `site-${name}` })
  })

  it('fails with file and line when a remote passes a shared module on or asks for a name it works out', async () => {
    const using = (name: string, use: string) => writePage(name, `import * as ui from '@site/shared/ui'\n${use}\n`)
    const stats = await build('bad', {
      './passing': using('passing', 'export default () => Object.keys(ui).join()'),
      './asking': using('asking', "export default (name: 'Dialog') => ui[name]"),
    })
    const { errors = [] } = stats.toJson({ all: false, errors: true })
    expect(errors.map(({ message }) => message).sort()).toEqual(
      ['asking', 'passing'].map((name) =>
        expect.stringMatching(new RegExp(`${name}\\.tsx:1 uses the whole of @site/shared/ui`)),
      ),
    )
  }, 60_000)

  it('writes down what it uses, with file and line', () => {
    const { names } = JSON.parse(readFileSync(path.join(folder, 'one/contract.json'), 'utf8'))
    expect(names['@site/shared/cart']).toEqual({ useCart: 'shell/src/testing/fixture-remote/src/page.tsx:1' })
  })
})

type Module = { identifier: () => string; nameForCondition: () => string | null }
const { nameOf, nameOfFile } = jest.requireActual<{
  nameOf: (module: Module) => string
  nameOfFile: (file: string) => string
}>('../../../../kit/webpack/module-name.cjs')

const root = path.resolve(__dirname, '../../../..')
const called = (identifier: string, file: string | null = null) =>
  nameOf({ identifier: () => identifier, nameForCondition: () => file })

describe('the name of a module, from which its number is made', () => {
  it.each([
    ['a source', `${root}/catalog/src/price-tag.tsx`, '/catalog/src/price-tag.tsx'],
    ['a source behind loaders', `javascript/auto|${root}/shared/src/money.ts`, 'javascript/auto|/shared/src/money.ts'],
    ['an installed package', `${root}/node_modules/react/index.js`, 'react/index.js'],
    ['a folder that is called like the path of the clone', `${root}/api/src${root}/x.ts`, `/api/src${root}/x.ts`],
    ['a folder beside the clone', `${root}-other/x.ts`, `${root}-other/x.ts`],
  ])('has nothing of the folder of the clone: %s', (_what, identifier, name) => {
    expect(called(identifier)).toBe(name)
  })

  it.each(['6a143cd4', 'cf6a86f1'])(
    'has nothing of the federation plugin’s file, whose name is a digest of paths (%s)',
    (digest) => {
      const file = `${root}/catalog/node_modules/.federation/entry.${digest}.js`
      expect(called(`javascript/auto|${file}`, file)).toBe('federation start')
      expect(called(`container entry (default) [["./page",{}]] ${file}`)).toBe('entry of federation start')
      expect(nameOfFile(file)).toBe('federation start')
    },
  )
})

describe('the place of a use in a release', () => {
  const { firstPlaces } = jest.requireActual<{
    firstPlaces: (uses: { name: string; file: string; line: number }[]) => Record<string, string>
  }>('../../../../kit/webpack/contract/names.cjs')
  const uses = [
    { name: 'Button', file: 'checkout/src/cart/cart-page.tsx', line: 9 },
    { name: 'Link', file: 'checkout/src/cart/cart-page.tsx', line: 3 },
    { name: 'Button', file: 'checkout/src/account/sign-in.tsx', line: 12 },
    { name: 'Button', file: 'checkout/src/account/sign-in.tsx', line: 2 },
  ]

  it.each([[uses], [[...uses].reverse()]])('is the first, in whatever order webpack has found them', (found) => {
    expect(Object.entries(firstPlaces([...found]))).toEqual([
      ['Button', 'checkout/src/account/sign-in.tsx:2'],
      ['Link', 'checkout/src/cart/cart-page.tsx:3'],
    ])
  })
})
