import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeReleasePackage } from '../lib/pack-release.mjs'
import { publishToRegistry } from './publish-release.mjs'

jest.setTimeout(120_000)
const environment = { ...process.env }
let registry
let dist

beforeEach(async () => {
  registry = await startRegistry()
  dist = mkdtempSync(path.join(tmpdir(), 'dist-'))
  process.env.RELEASE_REGISTRY_TOKEN = 'the credential'
  process.env.npm_config_fetch_retries = '0'
  process.env.npm_config_loglevel = 'silent'
})
afterEach(async () => {
  process.env = { ...environment }
  rmSync(dist, { recursive: true })
  await registry.stop()
})

async function startRegistry() {
  const packages = {}
  const state = { packages, asked: [], onPublish: () => 201 }
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url.slice(1))
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    state.asked.push(`${request.method} ${name} ${request.headers.authorization}`)
    if (request.method === 'GET') return send(response, packages[name] ? 200 : 404, packages[name] ?? {})
    const status = state.onPublish(() => keep(packages, name, JSON.parse(Buffer.concat(chunks))))
    if (status === undefined) return request.socket.destroy()
    send(response, status, {})
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return Object.assign(state, { url: `http://127.0.0.1:${server.address().port}`, stop })
}

function keep(packages, name, { versions, 'dist-tags': tags }) {
  packages[name] ??= { name, versions: {}, 'dist-tags': {} }
  Object.assign(packages[name].versions, versions)
  Object.assign(packages[name]['dist-tags'], tags)
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function build(version, content = 'built') {
  writeFileSync(path.join(dist, 'release.json'), content)
  await writeReleasePackage(dist, { name: 'catalog', version })
}
const publish = (version) => publishToRegistry(dist, { registry: registry.url, version })
const take = (store) => {
  store()
  return 201
}

describe('publishing into the registry of the teams', () => {
  it('is done with the credential, as latest, and a prerelease as a channel of its own', async () => {
    registry.onPublish = take
    await build('1.5.0')
    await publish('1.5.0')
    await build('1.6.0-pr12.1')
    await publish('1.6.0-pr12.1')
    expect(registry.asked).toContain('PUT @site-release/catalog Bearer the credential')
    expect(registry.packages['@site-release/catalog']['dist-tags']).toEqual({ latest: '1.5.0', pr12: '1.6.0-pr12.1' })
  })

  it('fails when the registry refuses it', async () => {
    registry.onPublish = () => 403
    await build('1.5.0')
    await expect(publish('1.5.0')).rejects.toThrow('npm publish')
  })

  // The tag of an available version was deleted, and the next release was refused for ever.
  it('is done when the registry has it and only the answer was lost', async () => {
    registry.onPublish = (store) => void store()
    await build('1.5.0')
    await publish('1.5.0')
    expect(Object.keys(registry.packages['@site-release/catalog'].versions)).toEqual(['1.5.0'])
  })

  it('is done when an earlier run has brought the same, and fails when it has brought something else', async () => {
    registry.onPublish = take
    await build('1.5.0')
    await publish('1.5.0')
    registry.onPublish = () => 409
    await publish('1.5.0')
    await build('1.5.0', 'built otherwise')
    await expect(publish('1.5.0')).rejects.toThrow('npm publish')
  })
})
