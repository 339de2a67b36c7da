import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { SiteCopy } from '@platform/site/store/site-store'

const BUILT = /\/releases\/([a-z][a-z0-9-]*)\/(\d[\w.+-]*)\/([\w.+~-]+\.js):(\d+):(\d+)/
const MOST_MAPS = 8
const MOST_LOCATIONS = 1_000

export type Locate = (location: string) => Promise<string>

/** Returns `catalog/src/courses/course-card.tsx:31`, or the place unchanged. */
export function createLocator(copy: SiteCopy): Locate {
  const maps = new Map<string, Promise<TraceMap | undefined>>()
  const locations = new Map<string, string>()

  function mapOf(file: string): Promise<TraceMap | undefined> {
    const known = maps.get(file)
    if (known) return known
    const [oldest] = maps.keys()
    if (maps.size >= MOST_MAPS && oldest !== undefined) maps.delete(oldest)
    const reading = readFile(file, 'utf8').then(
      (json) => new TraceMap(json),
      () => undefined,
    )
    maps.set(file, reading)
    return reading
  }

  return async (location) => {
    const known = locations.get(location)
    if (known !== undefined) return known
    const [, name = '', version = '', file = '', line, column] = BUILT.exec(location) ?? []
    if (!file) return location
    const map = await mapOf(path.join(copy.release(name, version), 'maps', `${file}.map`))
    // Browsers count columns from 1, source maps from 0.
    const found = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    const located = found?.source ? `${found.source}:${found.line}` : location
    if (locations.size < MOST_LOCATIONS) locations.set(location, located)
    return located
  }
}
