import { readFacts } from '../facts/document-facts'
import { type PageFacts, pageFactsOf } from '../facts/page-facts'
import type { RenderWork } from '../rendering/render-job'
import type { RenderLimits } from '../rendering/render-site'
import { ownerOf, placesByOwner } from '../rendering/rendering-steps'
import type { PageViolation } from '../rules/checked-page'
import type { FindKept, Finish, KeptPages } from './kept-pages'

/** `job`: its place among the jobs. */
export type RenderedDocument = { job: number; html: string; facts: PageFacts }

export type PageRendering = {
  work: RenderWork
  /** By package. */
  keys: ReadonlyMap<string, string>
  finish: Finish
  findKept: FindKept | undefined
  limits: RenderLimits
  /** What breaks a rule in a document itself, by its place among the jobs. */
  check: (job: number, html: string, facts: ReturnType<typeof readFacts>) => PageViolation[]
  /** Given each document that is rendered; nothing else keeps it. The next one is read when it is done with. */
  onRendered: (document: RenderedDocument) => Promise<void>
}

export type RenderedPages = {
  /** In the order of the jobs. */
  facts: PageFacts[]
  /** Packages of which nothing had to be rendered. */
  kept: ReadonlyMap<string, KeptPages>
}

/**
 * Renders what has changed: the pages of a package are taken as they were made before if everything they are made of is the
 * same, all of them or none.
 */
export async function renderPages(rendering: PageRendering): Promise<RenderedPages> {
  const { work, limits, check, onRendered } = rendering
  const kept = await findAll(rendering)
  const facts: PageFacts[] = []
  const missing: number[] = []
  for (const [index, job] of work.jobs.entries()) {
    const document = kept.get(ownerOf(job))?.documents.get(job.url)
    if (document) facts[index] = document.facts
    else missing.push(index)
  }
  const progress = { of: missing.length, reused: work.jobs.length - missing.length }
  limits.onProgress?.({ done: 0, ...progress })
  if (missing.length === 0) return { facts, kept }
  const jobs = missing.flatMap((index) => work.jobs[index] ?? [])
  let done = 0
  await limits.render(
    { ...work, modules: work.modules.filter((it) => !kept.has(it.package)), jobs },
    limits,
    async (html) => {
      // Read while the other process renders the next one; all of it is too much to keep of each.
      const job = missing[done] ?? -1
      done += 1
      const found = readFacts(html)
      const own = pageFactsOf(found, check(job, html, found))
      facts[job] = own
      await onRendered({ job, html, facts: own })
      limits.onProgress?.({ done, ...progress })
    },
  )
  return { facts, kept }
}

async function findAll({ work, keys, finish, findKept, limits }: PageRendering): Promise<Map<string, KeptPages>> {
  const found = new Map<string, KeptPages>()
  const places = placesByOwner(work.jobs)
  for (const [name, key] of keys) {
    const set = await findKept?.(name, key, finish)
    const isWhole = places.get(name)?.every((place) => set?.documents.has(work.jobs[place]?.url ?? ''))
    if (set && isWhole) found.set(name, set)
  }
  for (const name of limits.renderedAgain?.([...found.keys()]) ?? []) found.delete(name)
  return found
}
