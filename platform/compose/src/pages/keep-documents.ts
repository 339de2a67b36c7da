import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { type NamedFile, writeBlobs } from '../composition/blob-files'
import type { CompositionFolders } from '../composition/composition-folder'
import type { Finish } from '../composition/composition-outline'
import { type KnownDocument, packKnown } from '../composition/known-documents'
import { readDocument } from '../composition/verify-documents'
import { packageOf, placesByOwner, type RenderJob } from '../rendering/rendering-steps'
import { addText, type FinishedDocument, finishDocument } from './finish-document'
import type { KeptPages } from './kept-pages'
import type { RenderedDocument } from './render-pages'

type Keeping = {
  folders: CompositionFolders
  jobs: readonly Pick<RenderJob, 'url' | 'module'>[]
  finish: Finish
  readFinished: (name: string) => Promise<ReadonlyMap<string, FinishedDocument>>
}

/** More than zlib has threads, so that none idles. */
const AT_ONCE = 8

type Package = {
  jobs: readonly number[]
  documents: Map<number, KnownDocument>
  blobs: NamedFile[]
  known: Promise<ReadonlyMap<string, FinishedDocument>>
}

/** Writes each package when it is complete, so that memory holds one. */
export function keepDocuments({ folders, jobs, finish, readFinished }: Keeping) {
  const places = placesByOwner(jobs)
  const open = new Map<string, Package>()
  const kept = new Map<string, KeptPages>()
  const running = new Set<Promise<void>>()
  const written: string[] = []
  let failure: { error: unknown } | undefined

  function openPackage(name: string, known: Package['known']): Package {
    const own: Package = { jobs: places.get(name) ?? [], documents: new Map(), blobs: [], known }
    open.set(name, own)
    return own
  }

  async function finishOne(name: string, own: Package, { job, html, facts }: RenderedDocument): Promise<void> {
    const about = { address: jobs[job]?.url ?? '', known: await own.known }
    const { document, blobs } = await finishDocument(Buffer.from(addText(html, finish.added)), about, finish.quality)
    own.documents.set(job, { ...document, facts })
    own.blobs.push(...blobs)
    if (own.documents.size < own.jobs.length) return
    open.delete(name)
    kept.set(name, await keep(own))
  }

  async function keep({ jobs: own, documents, blobs }: Package): Promise<KeptPages> {
    const all = own.flatMap((job) => documents.get(job) ?? [])
    const known = packKnown(all)
    written.push(...(await writeBlobs(folders, [...blobs, known])))
    return { finish, known: known.digest, documents: new Map(all.map((document) => [document.address, document])) }
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
    const own = openPackage(name, Promise.resolve(new Map()))
    for (const job of own.jobs) {
      const document = set.documents.get(jobs[job]?.url ?? '')
      if (!document) throw new Error(`Nothing is kept of ${jobs[job]?.url}`)
      const html = (await readDocument(folders, document)).toString()
      await add({ job, html, facts: document.facts }, own, name)
    }
  }

  return {
    add(document: RenderedDocument): Promise<void> {
      const job = jobs[document.job]
      if (!job) throw new Error('A document was rendered that nobody has planned')
      const name = packageOf(job.module)
      return add(document, open.get(name) ?? openPackage(name, readFinished(name)), name)
    },
    async keepAll(before: ReadonlyMap<string, KeptPages>): Promise<Map<string, KeptPages>> {
      for (const [name, set] of before) {
        if (isDeepStrictEqual(set.finish, finish)) kept.set(name, set)
        else await finishAgain(name, set)
      }
      await Promise.all(running)
      if (failure) throw failure.error
      return kept
    },
    async discard(): Promise<void> {
      await Promise.all(running)
      for (const digest of written) await rm(folders.blob(digest), { force: true })
    },
  }
}
