import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

export type Collection<T> = {
  get: (id: string) => T | undefined
  put: (id: string, value: T) => void
  all: () => T[]
}

export type Collections = { open: <S extends TSchema>(name: string, schema: S) => Collection<Static<S>> }

type Entry = { collection: string; id: string; value: unknown }

export function createCollections(file?: string): Collections {
  const latest = new Map<string, Entry>()
  for (const entry of file ? readJournal(file) : []) latest.set(`${entry.collection} ${entry.id}`, entry)
  if (file) rewriteJournal(file, [...latest.values()])

  return {
    open<S extends TSchema>(collection: string, schema: S): Collection<Static<S>> {
      const checker = Compile(schema)
      const values = new Map<string, Static<S>>()
      for (const entry of latest.values()) {
        const { value } = entry
        if (entry.collection === collection && checker.Check(value)) values.set(entry.id, value)
      }
      return {
        get: (id) => values.get(id),
        put(id, value) {
          values.set(id, value)
          if (file) appendFileSync(file, toLine({ collection, id, value }))
        },
        all: () => [...values.values()],
      }
    },
  }
}

function readJournal(file: string): Entry[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.map(parseEntry).filter((entry) => entry !== undefined)
}

/** A crash can truncate the last line. */
function parseEntry(line: string): Entry | undefined {
  try {
    const { collection, id, value } = Object(JSON.parse(line))
    return value === undefined ? undefined : { collection: String(collection), id: String(id), value }
  } catch {
    return undefined
  }
}

function rewriteJournal(file: string, entries: readonly Entry[]): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, entries.map(toLine).join(''))
  renameSync(`${file}.new`, file)
}

const toLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`
