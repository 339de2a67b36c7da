import { closeSync } from 'node:fs'
import { openPack, type PackFolder, readMark } from '@platform/compose/composition/pack-files'
import { type DocumentReader, documentReader } from '@platform/compose/composition/read-document'
import type { FastifyBaseLogger } from 'fastify'
import { type Held, mendPack, type OpenPack, type ServedDocument, servePack } from './open-pack'
import { createPageMemory } from './page-memory'

export type OpenPacks = {
  /**
   * What is open is looked at again only when somebody has touched its file since, or it was found damaged.
   * @throws Refusal naming the file that is missing or is not what was composed
   */
  open: (folder: PackFolder, digest: string) => Promise<OpenPack>
  /** Keeps these open, and lets go of those of before: a way back that is open already needs no reading. */
  retain: (packs: Iterable<OpenPack>) => void
  /** Bytes of pages in memory, and how many packs are open. */
  count: () => { bytes: number; open: number }
  /** No page can be read any more. */
  close: () => void
}

/**
 * The packs of all compositions that are shown here: each is read as a whole once, and compared with its digest. As many of its
 * documents as `mostBytes` allow are in memory, the hottest; the others are read when they are asked for, and compared
 * with what they were then.
 */
export function createOpenPacks(mostBytes: number, log: Pick<FastifyBaseLogger, 'error' | 'info'>): OpenPacks {
  const memory = createPageMemory(mostBytes)
  // Both by the path.
  const known = new Map<string, WeakRef<OpenPack>>()
  const opening = new Map<string, Promise<OpenPack>>()
  const open = new Set<Held>()
  const retained = new Set<OpenPack>()

  function close(held: Held): void {
    if (!open.delete(held)) return
    if (!known.get(held.name)?.deref()) known.delete(held.name)
    memory.drop(held.slots)
    closeSync(held.descriptor)
  }

  // What is live, canaries, previews and links to what is kept share packs: only the collector knows who was the last.
  const unused = new FinalizationRegistry(close)

  async function openOne(folder: PackFolder, digest: string, before: OpenPack | undefined): Promise<OpenPack> {
    const opened = await openPack(folder, digest)
    const name = folder.pack(digest)
    if (before) {
      if (before.isDamaged) log.info({ pack: name }, 'the pack is whole again')
      mendPack(before, opened)
      return before
    }
    const onDamage = (error: Error) => log.error({ err: error }, 'a pack is damaged: pages of it cannot be shown')
    const pack = servePack({ ...opened, name, memory, onDamage })
    open.add(pack.held)
    unused.register(pack, pack.held)
    known.set(name, new WeakRef(pack))
    return pack
  }

  return {
    async open(folder, digest) {
      const name = folder.pack(digest)
      const pack = known.get(name)?.deref()
      if (pack && !pack.isDamaged && (await readMark(folder, digest)) === pack.held.mark) return pack
      const under = opening.get(name) ?? openOne(folder, digest, pack).finally(() => opening.delete(name))
      opening.set(name, under)
      return under
    },
    retain(packs) {
      retained.clear()
      for (const pack of packs) retained.add(pack)
    },
    count: () => ({ bytes: memory.bytes(), open: open.size }),
    close() {
      for (const held of open) close(held)
    },
  }
}

/** @throws Refusal as {@link OpenPacks.open}; the reader, when no pack has a document */
export async function openDocuments(
  { copy, packs }: { copy: PackFolder; packs: OpenPacks },
  digests: readonly string[],
): Promise<DocumentReader<ServedDocument>> {
  const documents: ServedDocument[] = []
  for (const digest of digests) documents.push(...(await packs.open(copy, digest)).documents)
  return documentReader(documents)
}
