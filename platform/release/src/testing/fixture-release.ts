import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { base64Digest, sha256 } from '@platform/base/durable/digest'
import { RELEASE_FORMAT } from '@site/shared/release'
import type { HostRelease, Release, RemoteRelease } from '../manifest/release'

const CLIENT = 'client/'

type Named = Partial<Pick<Release, 'package' | 'entry' | 'modules'>> & { content?: Record<string, string> }

/** `courses.js` → `courses.0a1b2c3d.js`. */
export function fileOf({ content = {} }: Named, file: string): string {
  const text = content[CLIENT + file]
  const [, name, extension] = /^(.+)(\.\w+)$/.exec(file) ?? []
  if (text === undefined || !name) throw new Error(`The fixture has no browser file ${file}`)
  return `${name}.${sha256(text).slice(0, 8)}${extension}`
}

export function addressOf(fixture: Named, file: string): string {
  return `/assets/${fixture.package}/${fileOf(fixture, file)}`
}

function nameByContent<Fixture extends Named>(fixture: Fixture) {
  const { content = {}, entry = 'remote-entry.js', modules = {} } = fixture
  const files = Object.keys(content).filter((file) => file.startsWith(CLIENT))
  const names = new Map(files.map((file) => [file, CLIENT + fileOf(fixture, file.slice(CLIENT.length))]))
  const named = (file: string) => names.get(CLIENT + file)?.slice(CLIENT.length) ?? file
  const assets = Object.entries(modules).map(([module, { scripts, styles }]) => [
    module,
    { scripts: scripts.map(named), styles: styles.map(named) },
  ])
  return {
    ...fixture,
    entry: named(entry),
    modules: Object.fromEntries(assets),
    content: Object.fromEntries(Object.entries(content).map(([file, text]) => [names.get(file) ?? file, text])),
  }
}

export type Fixture = Partial<Omit<HostRelease & Omit<RemoteRelease, 'kind'>, 'files' | 'kind'>> & {
  kind?: Release['kind']
  content?: Record<string, string>
}

const noTypes = { entries: {}, files: {}, digest: sha256('') }
const requires = {
  names: { react: { useState: 'src/a.tsx:1' } },
  types: noTypes,
  styles: { properties: {}, layers: {} },
}

const provides = {
  names: { react: ['useState'] },
  types: noTypes,
  styles: { properties: ['--site-ink'], layers: ['page'] },
}

const hostScript = 'globalThis.started=true'
const inline = { scripts: [base64Digest('sha256', hostScript)], beforeStyles: '', formAction: 'javascript:void 0' }

const hostBundle = `
exports.provided = { react: { version: '19.3.1' } }
exports.renderPage = async ({ url, modules, block, blocks = {}, config, styles, startScripts, preloadScripts, structuredData }) => {
  if (block) return modules[block.name].default(block.props)
  const owner = { '/courses': 'catalog/courses-page', '/blog': 'content/blog-page', '/blog/unknown': 'content/blog-page' }
  const page = modules[owner[url.split('?')[0]]]
  return '<!doctype html><html><head><title>' + url + '</title>' +
    styles.map(({ href, css }) => '<style data-href="' + href + '">' + css + '</style>').join('') +
    [...startScripts, ...preloadScripts].map((src) => '<link rel="modulepreload" href="' + src + '">').join('') +
    '</head><body><main>' + (page ? page.default({ url }) : '<h1>shell page ' + url + '</h1>' + (url === '/' ? blocks['catalog/popular'] ?? '<p>Fallback</p>' : '')) + '</main>' + ' '.repeat(500) +
    '<script type="application/ld+json">' + JSON.stringify({ '@context': 'https://schema.org', '@graph': structuredData }) + '</script>' +
    '<script type="application/json" id="site-config">' + JSON.stringify(config) + '</script>' +
    '<script>${hostScript}</script></body></html>'
}`

export function hostFixture(fixture: Fixture = {}): Fixture {
  return {
    package: 'shell',
    kind: 'host',
    exposes: ['./home-page', './about-page'],
    shared: { react: { version: '19.3.1', range: '^19.3.1' } },
    entry: 'main.js',
    modules: {
      '.': { scripts: ['main.js'], styles: ['main.css'] },
      './about-page': { scripts: ['about.js'], styles: ['about.css'] },
    },
    pages: [
      { module: './home-page', path: '/' },
      { module: './about-page', path: '/about' },
    ],
    ...fixture,
    content: {
      'client/main.js': `console.log('main')\n`.repeat(20),
      'client/main.css': 'body{margin:0}',
      'client/about.js': '/* about */',
      'client/about.css': '.about{color:red}',
      'server/index.cjs': hostBundle,
      'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ...fixture.content,
    },
  }
}

export function catalogFixture(fixture: Fixture = {}): Fixture {
  return {
    package: 'catalog',
    exposes: ['./courses-page'],
    entry: 'remote-entry.js',
    modules: {
      '.': { scripts: ['remote-entry.js'], styles: [] },
      './courses-page': { scripts: ['courses.js'], styles: ['courses.css'] },
    },
    pages: [
      { module: './courses-page', path: '/courses', variants: { parameter: 'category', values: ['food', 'health'] } },
    ],
    data: { courses: [{ id: 1, title: 'First Aid', prices: [129], duration: '1 Day' }] },
    ...fixture,
    content: {
      'client/remote-entry.js': 'var catalog',
      'client/courses.js': '/* courses */',
      'client/courses.css': '.courses{color:green}',
      'server/courses-page.cjs': pageBundle(`'<h1>Courses at ' + url + ' with ' + require('react').version + '</h1>'`),
      'public/images/courses/1.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>',
      ...fixture.content,
    },
  }
}

export function contentFixture(fixture: Fixture = {}): Fixture {
  return {
    package: 'content',
    exposes: ['./blog-page'],
    entry: 'remote-entry.js',
    pages: [
      { module: './blog-page', path: '/blog' },
      { module: './blog-page', path: '/blog/unknown', noindex: true, fallback: { below: '/blog', status: 404 } },
    ],
    ...fixture,
    content: {
      'client/remote-entry.js': 'var content',
      'server/blog-page.cjs': pageBundle(`'<h1>Blog at ' + url + '</h1>'`),
      ...fixture.content,
    },
  }
}

export const pageBundle = (expression: string): string => `exports.default = ({ url }) => ${expression}`

function describeFixture(fixture: Fixture) {
  const { content = {}, ...described } = nameByContent(fixture)
  const files = Object.entries(content).map(([file, text]) => [
    file,
    { sha256: sha256(text), bytes: Buffer.byteLength(text) },
  ])
  const release = {
    format: RELEASE_FORMAT,
    package: 'catalog',
    version: '0.1.0',
    contract: 1,
    exposes: [],
    shared: { react: { range: '^19.0.0' } },
    pages: [],
    data: {},
    constants: {},
    ...(described.kind === 'host' ? { supports: [1], provides, inline } : { kind: 'remote', requires }),
    ...described,
    files: Object.fromEntries(files),
  }
  return { content, release }
}

export const releaseOf = (fixture: Fixture) => describeFixture(fixture).release as Release

export async function writeFixture(folder: string, fixture: Fixture): Promise<string> {
  const { content, release } = describeFixture(fixture)
  await rm(folder, { recursive: true, force: true })
  for (const [file, text] of Object.entries(content)) await writeText(path.join(folder, file), text)
  await writeText(path.join(folder, 'release.json'), JSON.stringify(release, null, 2))
  return folder
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}
