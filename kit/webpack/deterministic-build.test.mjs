import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)
const webpack = require('webpack')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { DeterministicBuildPlugin } = require('./deterministic-build-plugin.cjs')

let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deterministic-build-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

async function build(name) {
  const sources = {
    'index.js': "import 'lent'; import(/* webpackChunkName: 'page' */ './page.js')",
    'page.js': `import(/* webpackChunkName: '${name}' */ './part.js')`,
    'lent.js': 'export {}',
    'part.js': "document.title = 'part'",
  }
  mkdirSync(path.join(folder, 'src'), { recursive: true })
  for (const [file, text] of Object.entries(sources)) writeFileSync(path.join(folder, 'src', file), text)
  const output = path.join(folder, name)
  const compiler = webpack({
    context: path.join(folder, 'src'),
    mode: 'production',
    devtool: false,
    entry: { main: './index.js' },
    output: { path: output, filename: '[name].js', publicPath: '/', uniqueName: 'host' },
    optimization: { chunkIds: 'named', moduleIds: false, minimize: false },
    plugins: [
      new ModuleFederationPlugin({
        name: 'host',
        dts: false,
        manifest: false,
        shared: { lent: { import: './lent.js', eager: true, version: '1.0.0' } },
      }),
      new DeterministicBuildPlugin('host'),
    ],
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  expect(stats.toString({ preset: 'errors-only' })).toBe('')
  return Object.fromEntries(readdirSync(output).map((file) => [file, readFileSync(path.join(output, file), 'utf8')]))
}

// One changed text cost returning visitors 20 kB: the start listed all chunk names, and one was new.
it('P9: a chunk of another name changes the script that names it alone', async () => {
  const [before, after] = [await build('first'), await build('second')]
  expect(Object.keys(before).sort()).toEqual(['first.js', 'main.js', 'page.js'])
  expect(after['page.js']).not.toBe(before['page.js'])
  expect(after['main.js']).toBe(before['main.js'])
  expect(after['main.js']).not.toContain('chunkMatcher')
})

// The disk cache made a commit's start differ between an old and a new clone.
it.each(['shell', 'catalog', 'content', 'checkout'])('takes over nothing of an earlier build of %s', (name) => {
  const caches = require(path.resolve(import.meta.dirname, '../..', name, 'webpack.config.cjs')).map(
    ({ cache }) => cache,
  )
  expect(caches).toEqual([false, false])
})
