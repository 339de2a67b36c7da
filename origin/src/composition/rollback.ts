import { withLock } from '../files/lock'
import type { SiteFolders } from '../files/site-folders'
import { Refusal } from '../refusal'
import { listCompositions, readComposition } from './composition'
import { type Pointer, readPointer, swapPointer } from './pointer'

export type Rollback = { from: number; to: number }

/**
 * Points back to a kept composition: the one live before, or the one given. Nothing is rebuilt.
 * Done twice, it goes further back.
 * @throws Refusal when there is nothing to go back to.
 */
export function rollBack(folders: SiteFolders, number?: number): Promise<Rollback> {
  return withLock(folders, async () => {
    const pointer = await readPointer(folders)
    if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to roll back')
    const kept = await listCompositions(folders)
    const next = number === undefined ? previous(pointer, kept) : chosen(pointer, kept, number)
    // Proves that the composition is complete before visitors are sent to it.
    await readComposition(folders, next.live)
    await swapPointer(folders, next)
    return { from: pointer.live, to: next.live }
  })
}

function previous({ history }: Pointer, kept: readonly number[]): Pointer {
  const [live, ...older] = history.filter((number) => kept.includes(number))
  if (live === undefined) throw new Refusal('There is no earlier composition to go back to')
  return { live, history: older }
}

function chosen({ live, history }: Pointer, kept: readonly number[], number: number): Pointer {
  if (number === live) throw new Refusal(`Composition ${number} is already live`)
  if (!kept.includes(number)) {
    throw new Refusal(`Composition ${number} is not kept. Kept are: ${kept.join(', ')}`)
  }
  const index = history.indexOf(number)
  return { live: number, history: index === -1 ? [live, ...history] : history.slice(index + 1) }
}
