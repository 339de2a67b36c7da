import { sha256 } from '@platform/base/durable/digest'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { RenderJob, RenderWork } from './render-job'
import { placesByOwner } from './rendering-steps'

/** What all pages of a site are rendered with, beside what they are planned with. */
export type KeyedBy = {
  /** Digest of the programs that plan, render and read a page. */
  program: string
  limits: { memoryMb: number }
  /** What has become known of a rendering since: whoever is not believed any more may have had a hand in it. */
  distrusted: readonly string[]
}

/**
 * For each package, the digest of everything that its pages are rendered from. One for the package, because its pages are
 * rendered one after the other in one sandbox.
 */
export function pageKeysOf(
  { host, modules, jobs }: RenderWork,
  releases: readonly VerifiedRelease[],
  keyedBy: KeyedBy,
): Map<string, string> {
  const digestOnce = createDigester()
  const bundle = ({ filename, code }: RenderWork['host']) => [filename, digestOnce(code)]
  const digestOfRelease = (name: string) => releases.find(({ release }) => release.package === name)?.digest
  const keys = [...placesByOwner(jobs)].map(([name, own]): [string, string] => {
    const code = modules.filter((it) => it.package === name).map(bundle)
    const all = [
      keyedBy,
      process.version,
      [host.package, digestOfRelease(host.package), bundle(host)],
      [name, digestOfRelease(name), code],
      describe(
        own.flatMap((place) => jobs[place] ?? []),
        digestOnce,
      ),
    ]
    return [name, sha256(JSON.stringify(all))]
  })
  return new Map(keys)
}

/** Each field of a job by its name, so that a new one is in the key too. Shared texts stand once, and in each job its place. */
function describe(jobs: readonly RenderJob[], digestOnce: (value: unknown) => string) {
  const shared = new Map<string, number>()
  const placeOf = (text: string): number => {
    const place = shared.get(text) ?? shared.size
    shared.set(text, place)
    return place
  }
  const rows = jobs.map((job) => [
    placeOf(Object.keys(job).join()),
    ...Object.values(job).map((value) => (typeof value === 'object' ? [placeOf(digestOnce(value))] : value)),
  ])
  return [[...shared.keys()], rows]
}

function createDigester(): (value: unknown) => string {
  const known = new Map<unknown, string>()
  return (value) => {
    const digest = known.get(value) ?? sha256(JSON.stringify(value))
    known.set(value, digest)
    return digest
  }
}
