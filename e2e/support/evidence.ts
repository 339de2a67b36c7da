import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { routes } from './routes'

export async function digestFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const digests = files.sort().map(async (file) => [path.relative(folder, file), digest(await readFile(file))] as const)
  return Object.fromEntries(await Promise.all(digests))
}

export async function digestAnswers(url: string, paths: readonly string[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const path of paths) {
    const response = await fetch(url + path, { redirect: 'manual' })
    digests[path] = `${response.status} ${digest(new Uint8Array(await response.arrayBuffer()))}`
  }
  return digests
}

export async function digestPages(url: string, paths: readonly string[]): Promise<Record<string, string>> {
  const digests = await Promise.all(
    paths.map(async (path) => {
      const { headers, body } = await getPacked(url + path)
      expect(headers['content-encoding']).toBe('br')
      return [path, `${headers.etag} ${headers['content-security-policy']} ${digest(body)}`] as const
    }),
  )
  return Object.fromEntries(digests)
}

function getPacked(address: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asking = get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject)
    })
    asking.on('error', reject)
  })
}

export const publicPaths = [
  ...routes.map((route) => route.path),
  '/courses?category=food',
  '/blog/no-such-post',
  '/composition.json',
]

function digest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
