import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packRelease, writeReleasePackage } from './pack-release.mjs'
import { publishToRegistry } from './publish-release.mjs'

jest.setTimeout(120_000)
const environment = { ...process.env }
let registry
let dist

beforeAll(async () => {
  registry = await startRegistry()
  dist = mkdtempSync(path.join(tmpdir(), 'dist-'))
  process.env.RELEASE_REGISTRY_TOKEN = 'the credential'
  process.env.npm_config_fetch_retries = '0'
  process.env.npm_config_loglevel = 'silent'
})
afterAll(async () => {
  process.env = { ...environment }
  rmSync(dist, { recursive: true })
  await registry.stop()
})

async function startRegistry() {
  const packages = {}
  const state = { packages, asked: [], answer: () => 201 }
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url.slice(1))
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    state.asked.push(`${request.method} ${name} ${request.headers.authorization}`)
    const isRead = request.method === 'GET'
    const status = isRead
      ? packages[name]
        ? 200
        : 404
      : state.answer(packages, name, JSON.parse(Buffer.concat(chunks)))
    if (status === undefined) return request.socket.destroy()
    const body = isRead ? (packages[name] ?? {}) : {}
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return Object.assign(state, { url: `http://127.0.0.1:${server.address().port}`, stop })
}

function keep(packages, name, { versions, 'dist-tags': tags }) {
  packages[name] ??= { name, versions: {}, 'dist-tags': {} }
  Object.assign(packages[name].versions, versions)
  Object.assign(packages[name]['dist-tags'], tags)
  return 201
}

async function publish(version, content = 'built') {
  writeFileSync(path.join(dist, 'release.json'), content)
  await writeReleasePackage(dist, { name: 'catalog', version })
  return publishToRegistry(dist, { registry: registry.url, version })
}

// The tag of an available version was deleted when only the answer was lost, and the next release was refused for ever.
it('a release is published with the credential, as latest or as its own channel; the very same counts as published', async () => {
  registry.answer = () => 403
  await expect(publish('1.5.0')).rejects.toThrow('npm publish')
  registry.answer = (...given) => void keep(...given)
  await publish('1.5.0')
  registry.answer = () => 409
  await publish('1.5.0')
  await expect(publish('1.5.0', 'built otherwise')).rejects.toThrow('npm publish')
  registry.answer = keep
  await publish('1.6.0-pr12.1')
  expect(registry.asked).toContain('PUT @site-release/catalog Bearer the credential')
  const { versions, 'dist-tags': tags } = registry.packages['@site-release/catalog']
  expect([Object.keys(versions), tags]).toEqual([['1.5.0', '1.6.0-pr12.1'], { latest: '1.5.0', pr12: '1.6.0-pr12.1' }])
})

// npm left out a .DS_Store that the release named, and no site could fetch that version.
it('a release has no hidden file of public/', async () => {
  const directory = path.join(dist, 'events')
  for (const folder of ['public', 'dist/client', 'dist/server'])
    mkdirSync(path.join(directory, folder), { recursive: true })
  const start = { scripts: ['remote-entry.js'], styles: [] }
  const notes = { modules: { '.': start }, shared: [], names: {}, styles: { uses: {} }, constants: {} }
  writeFileSync(path.join(directory, 'dist/contract.json'), JSON.stringify(notes))
  writeFileSync(path.join(directory, 'dist/server/manifest.cjs'), 'exports.default = { pages: [] }')
  for (const file of ['a.svg', '.DS_Store']) writeFileSync(path.join(directory, 'public', file), '<svg/>')
  const { files } = await packRelease(directory, { name: 'events', version: '1.0.0' })
  expect(Object.keys(files)).toEqual(['public/a.svg', 'server/manifest.cjs'])
})
