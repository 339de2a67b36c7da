import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { SiteCopy } from '@platform/site/store/site-store'
import { LRUCache } from 'lru-cache'

const BUILT = /\/releases\/([a-z][a-z0-9-]*)\/(\d[\w.+-]*)\/([\w.+~-]+\.js):(\d+):(\d+)/

export type Locate = (location: string) => Promise<string>

/** Returns `catalog/src/courses/course-card.tsx:31`, or the place unchanged. */
export function createLocator(copy: SiteCopy): Locate {
  const maps = new LRUCache<string, Promise<TraceMap | undefined>>({ max: 8 })

  function mapOf(file: string): Promise<TraceMap | undefined> {
    const read = async () => new TraceMap(await readFile(file, 'utf8'))
    const map = maps.get(file) ?? read().catch(() => undefined)
    maps.set(file, map)
    return map
  }

  return async (location) => {
    const [, name = '', version = '', file = '', line, column] = BUILT.exec(location) ?? []
    if (!file) return location
    const map = await mapOf(path.join(copy.release(name, version), 'maps', `${file}.map`))
    // Browsers count columns from 1, source maps from 0.
    const found = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    return found?.source ? `${found.source}:${found.line}` : location
  }
}
