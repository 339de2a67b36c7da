import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

export async function digestFolder(folder: string): Promise<Record<string, string>> {
  const digests = (await filesBelow(folder)).map(
    async (file) => [path.relative(folder, file), digest(await readFile(file))] as const,
  )
  return Object.fromEntries(await Promise.all(digests))
}
