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
  { host, blocks = [], jobs }: RenderWork,
  releases: readonly VerifiedRelease[],
  keyedBy: KeyedBy,
): Map<string, string> {
  const bundle = memoize(({ filename, code }: RenderWork['host']) => [filename, sha256(code)])
  const digestOfRelease = (name: string) => releases.find(({ release }) => release.package === name)?.digest
  const placed = (own: readonly number[]): Set<string> =>
    new Set(own.flatMap((place) => jobs[place]?.blocks?.map(({ name }) => name) ?? []))
  const keys = [...placesByOwner(jobs)].map(([name, own]): [string, string] => {
    const isPlaced = placed(own)
    const all = [
      keyedBy,
      process.version,
      [host.package, name].map((it) => [it, digestOfRelease(it)]),
      blocks.filter(({ module }) => isPlaced.has(module)).map(bundle),
      framesOf(own.flatMap((place) => jobs[place] ?? [])),
    ]
    return [name, sha256(JSON.stringify(all))]
  })
  return new Map(keys)
}

/** Returns one job of each frame: the manifest, whose digest is in the key, says how its other pages differ. */
function framesOf(jobs: readonly RenderJob[]): RenderJob[] {
  return [...new Map(jobs.map((job) => [job.config, job])).values()]
}
