import type { Finish } from '../composition/composition-outline'
import { readFacts } from '../facts/document-facts'
import type { RenderLimits } from '../rendering/render-site'
import { placesByOwner, type RenderWork } from '../rendering/rendering-steps'
import { type PageFacts, type PageViolation, pageFactsOf } from '../rules/checked-page'
import type { KeptFinder, KeptPages } from './kept-pages'

export type RenderedDocument = { job: number; html: string; facts: PageFacts }

export type PageRendering = {
  work: RenderWork
  keys: ReadonlyMap<string, string>
  finish: Finish
  finder: KeptFinder | undefined
  limits: RenderLimits
  check: (job: number, html: string, facts: ReturnType<typeof readFacts>) => PageViolation[]
  /** Receives each rendered document; its promise delays the next one. */
  onRendered: (document: RenderedDocument) => Promise<void>
}

/**
 * Renders packages whose inputs changed and reuses all pages of the others.
 * Kept pages are verified during the rendering; incomplete packages are rendered afterwards.
 */
export async function renderPages({ work, keys, finish, finder, limits, check, onRendered }: PageRendering) {
  const places = placesByOwner(work.jobs)
  const named: string[] = []
  for (const [name, key] of keys) if (await finder?.isNamed(name, key, finish)) named.push(name)
  const wanted = limits.isRenderingAll ? [] : named
  const facts: PageFacts[] = []
  const failures: string[] = []
  const kept = new Map<string, KeptPages>()

  async function lookAtKept(): Promise<void> {
    for (const name of wanted) {
      const set = await finder?.find(name, keys.get(name) ?? '', finish)
      const own = (places.get(name) ?? []).flatMap((place) => {
        const document = set?.documents.get(work.jobs[place]?.url ?? '')
        return document ? [{ place, facts: document.facts }] : []
      })
      if (!set || own.length < (places.get(name)?.length ?? 0)) continue
      kept.set(name, set)
      for (const { place, facts: said } of own) facts[place] = said
    }
  }

  async function render(names: readonly string[]): Promise<void> {
    const own = names.flatMap((name) => places.get(name) ?? [])
    if (own.length === 0) return
    const jobs = own.flatMap((place) => work.jobs[place] ?? [])
    const modules = work.modules.filter((it) => names.includes(it.package))
    let next = 0
    const failed = await limits.render({ ...work, modules, jobs }, limits, async (html) => {
      // Parsed while the other process renders the next document.
      const job = own[next++] ?? -1
      const found = readFacts(html)
      const said = pageFactsOf(found, check(job, html, found))
      facts[job] = said
      await onRendered({ job, html, facts: said })
    })
    failures.push(...failed)
  }

  const rest = [...places.keys()].filter((name) => !wanted.includes(name))
  await Promise.all([render(rest), lookAtKept()])
  await render(wanted.filter((name) => !kept.has(name)))
  return { facts, kept, failures }
}
