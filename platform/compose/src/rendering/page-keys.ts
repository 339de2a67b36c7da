import { memoize } from '@platform/base/collections/collections'
import { sha256 } from '@platform/base/durable/digest'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { placesByOwner, type RenderJob, type RenderWork } from './rendering-steps'

type KeyedBy = {
  program: string
  limits: { memoryMb: number }
  /** Later revocations: a distrusted key may have influenced an earlier rendering. */
  distrusted: readonly string[]
}

/** Computes one digest of all inputs per package, because its pages share a sandbox. */
export function pageKeysOf(
  { host, modules, blocks = [], jobs }: RenderWork,
  releases: readonly VerifiedRelease[],
  keyedBy: KeyedBy,
): Map<string, string> {
  const digestOnce = memoize((value: unknown) => sha256(JSON.stringify(value)))
  const bundle = ({ filename, code }: RenderWork['host']) => [filename, digestOnce(code)]
  const digestOfRelease = (name: string) => releases.find(({ release }) => release.package === name)?.digest
  const placed = (own: readonly number[]) =>
    new Set(own.flatMap((place) => jobs[place]?.blocks?.map(({ name }) => name) ?? []))
  const keys = [...placesByOwner(jobs)].map(([name, own]): [string, string] => {
    const code = modules.filter((it) => it.package === name).map(bundle)
    const all = [
      keyedBy,
      process.version,
      [host.package, digestOfRelease(host.package), bundle(host)],
      [name, digestOfRelease(name), code],
      blocks.filter(({ module }) => placed(own).has(module)).map(bundle),
      describe(
        own.flatMap((place) => jobs[place] ?? []),
        digestOnce,
      ),
    ]
    return [name, sha256(JSON.stringify(all))]
  })
  return new Map(keys)
}

/** Includes every field of a job, so that new fields change the key. Repeated texts become indexes. */
function describe(jobs: readonly RenderJob[], digestOnce: (value: unknown) => string) {
  const shared: string[] = []
  const placeOf = memoize((text: string) => shared.push(text) - 1)
  const rows = jobs.map((job) => [
    placeOf(Object.keys(job).join()),
    ...Object.values(job).map((value) => (typeof value === 'object' ? [placeOf(digestOnce(value))] : value)),
  ])
  return [shared, rows]
}
