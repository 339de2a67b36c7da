import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '@platform/base/errors/refusal'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import type { SiteCopy } from '@platform/site/store/site-copy'
import { makeDelta } from './make-delta'
import { deltasFolder, nameOf, planDeltas } from './plan-deltas'
import { openZstd, type Zstd } from './zstd'

/** Of how many compositions besides what is shown a visitor's browser may have files: as many as a site keeps. */
const RECENT = 10

export type DeltaRequest = {
  shown: readonly number[]
  known: readonly string[]
}
export type DeltaNews =
  /** Names of all deltas that may be sent from now on. */
  | { type: 'planned'; names: string[] }
  /** Without bytes: it would not be worth it. */
  | { type: 'made'; name: string; bytes?: Uint8Array }
  | { type: 'warning'; message: string }

/** Says first which deltas may be sent, deletes the others, and then makes one after the other. */
export async function runDeltas(
  copy: SiteCopy,
  { shown, known }: DeltaRequest,
  notify: (news: DeltaNews) => void,
  open: () => Promise<Zstd> = openZstd,
): Promise<void> {
  const pairs = await planDeltas(copy, {
    shown: await readAll(copy, shown),
    recent: await recentCompositions(copy, shown),
    keys: await copy.readKeys(),
  })
  const names = pairs.map(nameOf)
  notify({ type: 'planned', names })
  await deleteOthers(copy, names)
  const isKnown = new Set(known)
  const missing = pairs.filter((pair) => !isKnown.has(nameOf(pair)))
  if (missing.length === 0) return
  const zstd = await open()
  for (const pair of missing) {
    try {
      const { bytes, warning } = await makeDelta(copy, zstd, pair)
      notify({ type: 'made', name: nameOf(pair), ...(bytes && { bytes }) })
      if (warning) notify({ type: 'warning', message: warning })
    } catch (error) {
      notify({ type: 'warning', message: messageOf(error) })
    }
  }
}

/** What is shown and, the newest first, what else is kept; a preview was sent to nobody but those with its link. */
async function recentCompositions(copy: SiteCopy, shown: readonly number[]): Promise<Composition[]> {
  const recent = await readAll(copy, shown)
  for (const number of await listCompositions(copy)) {
    if (recent.length >= RECENT + shown.length) break
    const composition = shown.includes(number) ? undefined : await read(copy, number)
    if (composition && !composition.isPreview) recent.push(composition)
  }
  return recent
}

async function readAll(copy: SiteCopy, numbers: readonly number[]): Promise<Composition[]> {
  const all = await Promise.all(numbers.map((number) => read(copy, number)))
  return all.filter((it) => it !== undefined)
}

function read(copy: SiteCopy, number: number): Promise<Composition | undefined> {
  return readComposition(copy, number).catch(() => undefined)
}

async function deleteOthers(copy: SiteCopy, names: readonly string[]): Promise<void> {
  const deltas = deltasFolder(copy)
  const wanted = new Set(names.map((name) => `${name}.dcz`))
  for (const file of await readdir(deltas).catch(() => [])) {
    if (!wanted.has(file)) await rm(path.join(deltas, file), { force: true }).catch(() => {})
  }
}
