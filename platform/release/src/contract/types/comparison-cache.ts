import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import type { ComparisonCache } from './compare-types'

/** Results of comparisons are kept in a folder, each in a file named by what it depends on; one that is lost is found anew. */
export function comparisonCache(folder: string): ComparisonCache {
  const fileOf = (key: string) => path.join(folder, `${key}.json`)
  return {
    read: (key) => readProblems(fileOf(key)),
    async write(key, problems) {
      try {
        await mkdir(folder, { recursive: true })
        await replaceFile(fileOf(key), JSON.stringify(problems))
      } catch {}
    },
  }
}

export function readOnlyComparisonCache(folder: string): ComparisonCache {
  return { ...comparisonCache(folder), write: async () => {} }
}

async function readProblems(file: string): Promise<string[] | undefined> {
  const json = await readFile(file, 'utf8').catch(() => undefined)
  if (json === undefined) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.map(String) : undefined
  } catch {
    return undefined
  }
}
