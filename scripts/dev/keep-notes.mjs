import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What the build for browsers notes for the release; packing it takes them out of the folder. */
const NOTES = ['module-assets.json', 'contract.json']

/** Keeps a build's notes in memory, for a release in which only the other build, for the server, is new. */
export function keepNotes(dist) {
  const kept = new Map()
  return {
    /** Reads what has been noted, and writes again what has not. */
    async complete() {
      for (const file of NOTES.map((name) => path.join(dist, name))) {
        const noted = await readFile(file, 'utf8').catch(ignoreMissing)
        if (noted !== undefined) kept.set(file, noted)
        else if (kept.has(file)) await writeFile(file, kept.get(file))
      }
    },
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}
