import { readProgram } from '../rendering/program-files'
import { renderAll } from '../rendering/render-program'
import { RenderingReader } from '../rendering/rendering-reader'
import { type RenderJob, type RenderWork, type ServerBundle, stepsOf } from '../rendering/rendering-steps'

const HOST = `
const { PassThrough } = require('node:stream')
const React = { version: '19', createElement: (name) => name, useState: () => [] }
exports.provided = { react: React }
exports.renderPage = async ({ url, module, modules, config }) => {
  const request = new Request(new URL(url, config.publicUrl))
  const page = modules[module]
  const body = page ? await page.default({ url }) : 'a page of the shell'
  const html = await new Promise((resolve) => setImmediate(() => {
    let text = ''
    const sink = new PassThrough().on('data', (part) => { text += part }).on('end', () => resolve(text))
    sink.write(new TextEncoder().encode('<title>' + [request.url, module].join(' ') + '</title>'))
    sink.end(String(body))
  }))
  return html + JSON.stringify({ config, seen: Object.entries({ ...config }).map(([key]) => key).concat(React.version) })
}`

const WITNESS = `
exports.default = ({ url }) => [url, require('react').version, typeof leftBehind, Object.getOwnPropertyNames(globalThis).length,
  Object.getOwnPropertyNames(Object.prototype), Object.getOwnPropertyNames(Array.prototype).length, Math.random(), Date.now(),
  JSON.stringify({ a: [1] }), 'text'.replace('t', 'T'), String(new URL('/x', 'http://h')), [1, 2].map((it) => it * 2).join('-')].join(' ')`

const bundle = (name: string, code: string): ServerBundle => ({
  package: name.split('/')[0] ?? '',
  module: name,
  filename: `${name.replace('/', '@1.0.0/server/')}.cjs`,
  code,
})

const config = { publicUrl: 'https://shop.example', remotes: {}, files: {} } as unknown as RenderJob['config']
const job = (name: string, url: string): RenderJob => ({
  module: name,
  url,
  config,
  styles: [],
  startScripts: [],
  preloadScripts: [],
  integrity: {},
  noindex: false,
  structuredData: [],
})

export const CATALOG_PAGE = `\nexports.default = ({ url }) => '<h1>Courses at ' + url + '</h1>'`

export function renderWork(catalog = CATALOG_PAGE): RenderWork {
  return {
    host: { ...bundle('shell/index', HOST) },
    modules: [
      bundle('content/blog-page', WITNESS),
      bundle('catalog/courses-page', catalog),
      bundle('checkout/cart-page', WITNESS),
    ],
    jobs: [
      job('shell/home-page', '/'),
      job('content/blog-page', '/blog'),
      job('catalog/courses-page', '/courses'),
      job('catalog/courses-page', '/courses?category=food'),
      job('checkout/cart-page', '/cart'),
    ],
  }
}

export async function renderHere(programFile: string, work: RenderWork, interrupts = 300): Promise<string[]> {
  const { engine, prelude } = await readProgram(programFile)
  const reader = new RenderingReader(stepsOf(work), () => {})
  const documents: string[] = []
  await renderAll({ engine, prelude, work, limits: { memoryMb: 64, interrupts } }, async (line) => {
    documents.push(...reader.read(line))
  })
  return documents
}
