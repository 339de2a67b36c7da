/** @jest-environment node */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import webpack, { type Stats } from 'webpack'
import * as providedRuntime from './provided-runtime'

const { remotePackage } = require('../../../../kit/webpack/remote-package.cjs')

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

it('names the first place of a use, in whatever order webpack has found them', () => {
  const { firstPlaces } = require('../../../../kit/webpack/contract/names.cjs')
  const uses = [
    { name: 'Button', file: 'checkout/src/cart/cart-page.tsx', line: 9 },
    { name: 'Button', file: 'checkout/src/account/sign-in.tsx', line: 12 },
    { name: 'Button', file: 'checkout/src/account/sign-in.tsx', line: 2 },
  ]
  const first = { Button: 'checkout/src/account/sign-in.tsx:2' }
  expect([firstPlaces(uses), firstPlaces(uses.reverse())]).toEqual([first, first])
})
