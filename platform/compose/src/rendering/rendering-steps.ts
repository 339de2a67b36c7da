import { groupBy } from '@platform/base/collections/collections'
import type { PlacedBlock } from '@site/shared/block'
import type { StructuredData } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'

/** Our largest document has 150,000 characters. */
export const MAX_PAGE_CHARACTERS = 2_000_000

export type RenderJob = {
  module: string
  url: string
  styles: { href: string; css: string }[]
  startScripts: string[]
  preloadScripts: string[]
  integrity: Record<string, string>
  config: SiteConfig
  noindex: boolean
  structuredData: StructuredData
  blocks?: readonly PlacedBlock[]
}

/** `filename` appears in errors: `catalog@1.2.0/server/courses-page.cjs`. */
export type ServerBundle = { package: string; module: string; filename: string; code: string }

export type RenderWork = { host: ServerBundle; modules: ServerBundle[]; blocks?: ServerBundle[]; jobs: RenderJob[] }

export type RenderStep = { package: string; name: string } & (
  | { type: 'host'; bundle: ServerBundle }
  | { type: 'module'; bundle: ServerBundle }
  | { type: 'block'; bundle: ServerBundle; job: BlockJob }
  | { type: 'page'; job: RenderJob }
)

type BlockJob = Pick<RenderJob, 'url' | 'config'> & { block: PlacedBlock }

/** Parent and child both compute them, so the child names nothing. */
export function stepsOf({ host, modules, blocks = [], jobs }: RenderWork): RenderStep[] {
  const steps: RenderStep[] = [{ type: 'host', package: host.package, name: `start of ${host.package}`, bundle: host }]
  let current = host.package
  for (const job of jobs) {
    const owner = packageOf(job.module)
    if (owner !== current) steps.push(...modulesOf(modules, owner))
    current = owner
    steps.push(...blocksOf(blocks, job))
    steps.push({ type: 'page', package: owner, name: `page ${job.url} of ${job.module}`, job })
  }
  return steps
}

function modulesOf(modules: readonly ServerBundle[], owner: string): RenderStep[] {
  return modules
    .filter((bundle) => bundle.package === owner)
    .map((bundle) => ({ type: 'module', package: owner, name: `module ${bundle.module}`, bundle }))
}

function blocksOf(bundles: readonly ServerBundle[], { url, config, blocks = [] }: RenderJob): RenderStep[] {
  return blocks.flatMap((block) =>
    bundles
      .filter(({ module }) => module === block.name)
      .map((bundle): RenderStep => {
        const name = `block ${block.name} of page ${url}`
        return { type: 'block', package: bundle.package, name, bundle, job: { url, config, block } }
      }),
  )
}

export function placesByOwner(jobs: readonly Pick<RenderJob, 'module'>[]): Map<string, number[]> {
  return groupBy(jobs.keys(), (place) => packageOf(jobs[place]?.module ?? ''))
}

export function packageOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}
