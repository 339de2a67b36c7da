import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { syncFolder, writeDurably } from '../files/durable'
import type { SiteFolders } from '../files/site-folders'

/** What is live, and what was live before it, the latest first; one file, so both change at once. */
export type Pointer = { live: number; history: number[] }

const checker = Compile(Type.Object({ live: Type.Integer(), history: Type.Array(Type.Integer()) }))

/** `undefined` before the first activation. */
export async function readPointer(folders: SiteFolders): Promise<Pointer | undefined> {
  const json = await readFile(folders.current, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (json === undefined) return undefined
  const value: unknown = JSON.parse(json)
  if (!checker.Check(value)) throw new Error(`${folders.current} does not name a composition`)
  return value
}

/** Changes what visitors see; a reader finds the old pointer or the new one, nothing between. */
export async function swapPointer(folders: SiteFolders, pointer: Pointer): Promise<void> {
  const aside = path.join(folders.temporary, `current-${process.pid}`)
  await writeDurably(aside, `${JSON.stringify(pointer)}\n`)
  await rename(aside, folders.current)
  await syncFolder(folders.root)
}
