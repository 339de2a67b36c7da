import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { replaceFile } from '../files/durable'
import { withPointerLock } from '../files/lock'
import type { SiteFolders } from '../files/site-folders'
import { Refusal } from '../refusal'

const pointerSchema = Type.Object({
  live: Type.Integer(),
  /** What was live before it, the latest first: where a rollback goes. */
  history: Type.Array(Type.Integer()),
  /** Composition → when visitors last got it (ISO 8601); tabs opened then still ask for its files. */
  lastLive: Type.Optional(Type.Record(Type.String(), Type.String())),
})

/** What is live and was before; one file, so that all of it changes at once. */
export type Pointer = Static<typeof pointerSchema>

const checker = Compile(pointerSchema)

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

/**
 * Changes what visitors see; a reader finds the old pointer or the new one, nothing between.
 * @param before what the decision was made on
 * @throws Refusal when something else has become live since.
 */
export async function movePointer(
  folders: SiteFolders,
  before: Pointer | undefined,
  next: Pick<Pointer, 'live' | 'history'>,
): Promise<void> {
  const lastLive = { ...before?.lastLive, ...(before && { [before.live]: new Date().toISOString() }) }
  // Decided for all machines at once; these folders are one of the copies.
  if (folders.authority) await folders.authority.moveLive({ ...next, lastLive })
  await withPointerLock(folders, async () => {
    const now = await readPointer(folders)
    if (!folders.authority && now?.live !== before?.live) {
      throw new Refusal(`Composition ${now?.live} became live meanwhile. Look at "site status" and try again.`)
    }
    await writePointer(folders, { ...next, lastLive })
  })
}

/** Follows what was decided elsewhere, in the database that several machines share. */
export function followPointer(folders: SiteFolders, pointer: Pointer): Promise<void> {
  return withPointerLock(folders, async () => {
    const now = await readPointer(folders)
    if (JSON.stringify(now) !== JSON.stringify(pointer)) await writePointer(folders, pointer)
  })
}

async function writePointer(folders: SiteFolders, pointer: Pointer): Promise<void> {
  await replaceFile(folders.current, `${JSON.stringify(pointer)}\n`)
}
