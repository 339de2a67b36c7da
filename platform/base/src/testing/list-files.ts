import { readdir } from 'node:fs/promises'
import path from 'node:path'

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
}
