import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { routes } from './routes'

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

export async function digestFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const digests = files.sort().map(async (file) => [path.relative(folder, file), digest(await readFile(file))] as const)
  return Object.fromEntries(await Promise.all(digests))
}

export async function digestAnswers(url: string, paths: readonly string[]): Promise<Record<string, string>> {
  const digests = paths.map(async (path) => {
    const response = await fetch(url + path, { redirect: 'manual' })
    const headers = ['etag', 'content-security-policy'].map((name) => response.headers.get(name))
    return [path, [response.status, ...headers, digest(new Uint8Array(await response.arrayBuffer()))].join(' ')]
  })
  return Object.fromEntries(await Promise.all(digests))
}

export const publicPaths = [
  ...routes.map((route) => route.path),
  '/courses?category=food',
  '/blog/no-such-post',
  '/composition.json',
]
