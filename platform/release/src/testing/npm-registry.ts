import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create } from 'tar'
import type { RegistrySettings } from '../npm-registry/registry-client'

/** Without an integrity, a version is described wrongly. */
type Version = { tarball: Buffer; integrity: string; address: string; isElsewhere: boolean }

export async function startNpmRegistry() {
  const packages = new Map<string, { tags: Record<string, string>; versions: Map<string, Version> }>()
  const token = 'a-reading-token'
  let busyAnswers = 0
  // Where the registry keeps its tarballs: it takes signed addresses and no token.
  const blobs = createServer((request, response) => {
    const [, name = '', version = ''] = /^\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? []
    if (request.headers.authorization) return response.writeHead(400).end()
    response.end(packages.get(name)?.versions.get(version)?.tarball)
  })
  await new Promise<void>((resolve) => blobs.listen(0, '127.0.0.1', resolve))
  const server = createServer((request, response) => {
    if (busyAnswers > 0) {
      busyAnswers -= 1
      return response.writeHead(busyAnswers % 2 ? 429 : 503).end()
    }
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end()
    const [, name = '', file] = /^\/@site-release(?:%2f|\/)([^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(request.url ?? '') ?? []
    const found = packages.get(name)
    if (!found) return response.writeHead(404).end()
    if (file && found.versions.get(file)?.isElsewhere) {
      const { port } = blobs.address() as AddressInfo
      return response.writeHead(302, { location: `http://127.0.0.1:${port}/${name}/${file}` }).end()
    }
    if (file) return response.end(found.versions.get(file)?.tarball)
    const versions = [...found.versions].map(([version, { integrity, address }]) => [
      version,
      integrity === '' ? null : { dist: { integrity, tarball: address } },
    ])
    response.end(JSON.stringify({ 'dist-tags': found.tags, versions: Object.fromEntries(versions) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings: RegistrySettings = { url: `http://127.0.0.1:${port}/`, token, scope: '@site-release' }
  return {
    settings,
    async publish(name: string, version: string, folder: string, lie: Partial<Version> & { tag?: string } = {}) {
      const tarball = lie.tarball ?? (await packAsNpm(folder))
      const { versions, tags } = packages.get(name) ?? { versions: new Map<string, Version>(), tags: {} }
      versions.set(version, {
        tarball,
        integrity: lie.integrity ?? `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
        address: lie.address ?? `${settings.url}@site-release/${name}/-/${version}.tgz`,
        isElsewhere: lie.isElsewhere ?? false,
      })
      packages.set(name, { versions, tags: { ...tags, [lie.tag ?? 'latest']: version } })
    },
    beBusy(answers: number): void {
      busyAnswers = answers
    },
    async close(): Promise<void> {
      for (const each of [server, blobs]) {
        each.closeAllConnections()
        await new Promise((resolve) => each.close(resolve))
      }
    },
  }
}

export async function packAsNpm(folder: string): Promise<Buffer> {
  const parent = await mkdtemp(path.join(tmpdir(), 'npm-'))
  try {
    await cp(folder, path.join(parent, 'package'), { recursive: true, verbatimSymlinks: true })
    return await create({ cwd: parent, gzip: true, portable: true }, ['package']).concat()
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}
