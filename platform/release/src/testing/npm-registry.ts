import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create } from 'tar'
import type { RegistrySettings } from '../npm-registry/registry-client'

type Version = { tarball: Buffer; integrity: string; address: string }

export async function startNpmRegistry() {
  const packages = new Map<string, { tags: Record<string, string>; versions: Map<string, Version> }>()
  const token = 'a-reading-token'
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end()
    const [, name = '', file] = /^\/@site-release(?:%2f|\/)([^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(request.url ?? '') ?? []
    const found = packages.get(name)
    if (!found) return response.writeHead(404).end()
    if (file) return response.end(found.versions.get(file)?.tarball)
    const versions = [...found.versions].map(([version, { integrity, address }]) => [
      version,
      { dist: { integrity, tarball: address } },
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
      })
      packages.set(name, { versions, tags: { ...tags, [lie.tag ?? 'latest']: version } })
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
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
