import { rm, stat } from 'node:fs/promises'
import type { CompositionFolders } from '../composition/composition-folder'
import type { Finish } from '../composition/composition-outline'
import { type KnownDocument, packKnown } from '../composition/known-documents'
import { htmlOf, type KeptDocument, packDocuments } from '../composition/pack'
import { readDocuments, writePacks } from '../composition/pack-files'
import type { PageFacts } from '../facts/page-facts'
import type { RenderJob } from '../rendering/render-job'
import { ownerOf, placesByOwner } from '../rendering/rendering-steps'
import { addText } from './added-text'
import type { PageHeaders } from './compose-pages'
import { finishDocument, isSmallEnough } from './finish-document'
import type { KeptPages } from './kept-pages'
import type { RenderedDocument } from './render-pages'

type Keeping = {
  folders: CompositionFolders
  jobs: readonly Pick<RenderJob, 'url' | 'module'>[]
  finish: Finish
  /** What a document is sent with: how small it has to be depends on it. */
  headers: PageHeaders
  /** Documents of a package that were finished in the same way, by their digests. */
  readFinished: (name: string) => Promise<ReadonlyMap<string, KeptDocument>>
}

export type DocumentKeeper = {
  /** Takes a rendered document; whoever has more waits for the promise. */
  add: (document: RenderedDocument) => Promise<void>
  /**
   * The pages of every package, once all that was rendered is added. Of what was kept before, documents that are wanted otherwise are
   * finished anew.
   */
  keepAll: (before: ReadonlyMap<string, KeptPages>) => Promise<Map<string, KeptPages>>
  /** Ends what was begun, and takes away what was not here before: nobody is going to name it. */
  discard: () => Promise<void>
}

/** As many are compressed at the same time: more than there are threads for it, so that none of those waits. */
const AT_ONCE = 8

type Finished = { document: KeptDocument; facts: PageFacts }
type Package = {
  jobs: readonly number[]
  finished: Map<number, Finished>
  known: Promise<ReadonlyMap<string, KeptDocument>>
}

/**
 * Finishes documents and writes those of a package as soon as it has all of them: the memory holds the pages of one package, however
 * many the site has.
 */
export function keepDocuments({ folders, jobs, finish, headers, readFinished }: Keeping): DocumentKeeper {
  const places = placesByOwner(jobs)
  const open = new Map<string, Package>()
  const kept = new Map<string, KeptPages>()
  const running = new Set<Promise<void>>()
  const written: WrittenFile[] = []
  let failure: { error: unknown } | undefined

  function packageOf(name: string, known: Package['known']): Package {
    const own: Package = { jobs: places.get(name) ?? [], finished: new Map(), known }
    open.set(name, own)
    return own
  }

  async function finishOne(name: string, own: Package, { job, html, facts }: RenderedDocument): Promise<void> {
    const about = { address: jobs[job]?.url ?? '', headers: headers.of(job, facts), known: await own.known }
    const document = await finishDocument(Buffer.from(addText(html, finish.added)), about, finish.quality)
    own.finished.set(job, { document, facts })
    if (own.finished.size < own.jobs.length) return
    open.delete(name)
    kept.set(name, await keep(own))
  }

  async function keep({ jobs: own, finished }: Package): Promise<KeptPages> {
    const all = own.flatMap((job) => finished.get(job) ?? [])
    const packs = packDocuments(all.map(({ document }) => document))
    const documents = all.map(({ document: { address, sha256, isSmallest, br }, facts }): KnownDocument => {
      return { address, sha256, isSmallest, brBytes: br.length, facts }
    })
    const known = packKnown(documents)
    for (const digest of await writePacks(folders, [...packs, known])) written.push(await describeFile(folders, digest))
    return {
      ...{ finish, digests: packs.map(({ digest }) => digest), known: known.digest },
      documents: new Map(documents.map((document) => [document.address, document])),
    }
  }

  async function add(document: RenderedDocument, own: Package, name: string): Promise<void> {
    if (failure) throw failure.error
    const work: Promise<void> = finishOne(name, own, document)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => running.delete(work))
    running.add(work)
    if (running.size >= AT_ONCE) await Promise.race(running)
  }

  async function finishAgain(name: string, set: KeptPages): Promise<void> {
    if (set.finish.added !== '') throw new Error('What is kept has something added that is not wanted')
    const documents = await readDocuments(folders, set.digests)
    const byAddress = new Map(documents.map((document) => [document.address, document]))
    const own = packageOf(name, Promise.resolve(new Map()))
    for (const job of own.jobs) {
      const address = jobs[job]?.url ?? ''
      const [document, facts] = [byAddress.get(address), set.documents.get(address)?.facts]
      if (!document || !facts) throw new Error(`Nothing is kept of ${address}`)
      await add({ job, html: (await htmlOf(document)).toString(), facts }, own, name)
    }
  }

  /** Every document as it is wanted. */
  function isFinished(name: string, set: KeptPages): boolean {
    if (set.finish.quality !== finish.quality || set.finish.added !== finish.added) return false
    if (set.list?.headersKey === headers.key) return true
    return (places.get(name) ?? []).every((job) => {
      const document = set.documents.get(jobs[job]?.url ?? '')
      return document && isSmallEnough(document, headers.of(job, document.facts), finish.quality)
    })
  }

  return {
    add(document) {
      const job = jobs[document.job]
      if (!job) throw new Error('A document was rendered that nobody has planned')
      const name = ownerOf(job)
      return add(document, open.get(name) ?? packageOf(name, readFinished(name)), name)
    },
    async keepAll(before) {
      for (const [name, set] of before) {
        if (isFinished(name, set)) kept.set(name, set)
        else await finishAgain(name, set)
      }
      await Promise.all(running)
      if (failure) throw failure.error
      return kept
    },
    async discard() {
      await Promise.all(running)
      for (const file of written) {
        // Whoever has found it here meanwhile, and is about to name it, has touched it.
        const now = await describeFile(folders, file.digest).catch(() => undefined)
        if (now?.touchedAt === file.touchedAt) await rm(folders.pack(file.digest))
      }
    },
  }
}

type WrittenFile = { digest: string; touchedAt: bigint }

async function describeFile(folders: CompositionFolders, digest: string): Promise<WrittenFile> {
  const { mtimeNs } = await stat(folders.pack(digest), { bigint: true })
  return { digest, touchedAt: mtimeNs }
}
