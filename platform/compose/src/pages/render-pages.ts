import { readFacts } from '../facts/document-facts'
import { type PageFacts, pageFactsOf } from '../facts/page-facts'
import type { RenderWork } from '../rendering/render-job'
import type { RenderLimits } from '../rendering/render-site'
import { ownerOf } from '../rendering/rendering-steps'
import type { PageViolation } from '../rules/checked-page'
import type { FindKept, Finish, KeptSet } from './kept-pages'
import type { PageSource } from './page-source'

export type PageRendering = {
  work: RenderWork
  /** By package. */
  keys: ReadonlyMap<string, string>
  finish: Finish
  findKept: FindKept | undefined
  limits: RenderLimits
  /** What breaks a rule in a document itself, by its place among the jobs. */
  check: (job: number, html: string, facts: ReturnType<typeof readFacts>) => PageViolation[]
}

/** In the order of the jobs. */
export type RenderedPages = {
  sources: PageSource[]
  facts: PageFacts[]
  /** Packages of which nothing had to be rendered. */
  kept: ReadonlyMap<string, KeptSet>
}

/**
 * Renders what has changed: the pages of a package are taken as they were made before if everything they are made of is the
 * same, all of them or none.
 */
export async function renderPages(rendering: PageRendering): Promise<RenderedPages> {
  const { work, limits, check } = rendering
  const kept = await findAll(rendering)
  const sources: PageSource[] = []
  const facts: PageFacts[] = []
  const missing: number[] = []
  for (const [index, job] of work.jobs.entries()) {
    const set = kept.get(ownerOf(job))
    const document = set?.documents.get(job.url)
    if (set && document?.facts) {
      sources[index] = { kept: document, finish: set.finish }
      facts[index] = document.facts
    } else missing.push(index)
  }
  const progress = { of: missing.length, reused: work.jobs.length - missing.length }
  limits.onProgress?.({ done: 0, ...progress })
  if (missing.length === 0) return { sources, facts, kept }
  const jobs = missing.flatMap((index) => work.jobs[index] ?? [])
  let done = 0
  await limits.render(
    { ...work, modules: work.modules.filter((it) => !kept.has(it.package)), jobs },
    limits,
    (html) => {
      // Read while the other process renders the next one; all of it is too much to keep of each.
      const index = missing[done] ?? -1
      const found = readFacts(html)
      sources[index] = { html }
      facts[index] = pageFactsOf(found, check(index, html, found))
      done += 1
      limits.onProgress?.({ done, ...progress })
    },
  )
  return { sources, facts, kept }
}

async function findAll({ work, keys, finish, findKept, limits }: PageRendering): Promise<Map<string, KeptSet>> {
  const found = new Map<string, KeptSet>()
  for (const [name, key] of keys) {
    const set = await findKept?.(name, key, finish)
    const isWhole = work.jobs.every((job) => ownerOf(job) !== name || set?.documents.has(job.url))
    if (set && isWhole) found.set(name, set)
  }
  for (const name of limits.renderedAgain?.([...found.keys()]) ?? []) found.delete(name)
  return found
}
