import type { RenderJob, RenderWork, ServerBundle } from './render-job'

export type RenderStep = { package: string; name: string } & (
  | { type: 'host'; bundle: ServerBundle }
  | { type: 'module'; bundle: ServerBundle }
  | { type: 'page'; job: RenderJob }
)

/** Lists all steps in order. Parent and child both compute them, so the child names nothing. */
export function stepsOf({ host, modules, jobs }: RenderWork): RenderStep[] {
  const steps: RenderStep[] = [{ type: 'host', package: host.package, name: `start of ${host.package}`, bundle: host }]
  let current = host.package
  for (const job of jobs) {
    const owner = ownerOf(job)
    if (owner !== current) steps.push(...modulesOf(modules, owner))
    current = owner
    steps.push({ type: 'page', package: owner, name: `page ${job.url} of ${job.module}`, job })
  }
  return steps
}

function modulesOf(modules: readonly ServerBundle[], owner: string): RenderStep[] {
  return modules
    .filter((bundle) => bundle.package === owner)
    .map((bundle) => ({ type: 'module', package: owner, name: `module ${bundle.module}`, bundle }))
}

export function placesByOwner(jobs: readonly Pick<RenderJob, 'module'>[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, job] of jobs.entries()) {
    const name = ownerOf(job)
    const own = places.get(name)
    if (own) own.push(place)
    else places.set(name, [place])
  }
  return places
}

export function ownerOf({ module }: Pick<RenderJob, 'module'>): string {
  return module.slice(0, module.indexOf('/'))
}
