import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import type { Release } from '@platform/release/manifest/release'
import { routesOf } from '@platform/release/manifest/site-map'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { SiteAnswers } from '../answers/site-answers'
import type { DocumentFacts } from '../facts/document-facts'
import type { RenderJob } from '../rendering/rendering-steps'
import type { SiteSettings } from '../settings/site-settings'

/** The contract with the shell is compared at activation. */
export const releaseParts = ['routes', 'menu', 'blocks', 'data', 'files'] as const
type ReleasePart = (typeof releaseParts)[number]
export type ReleaseChange = {
  package: string
  before: string | undefined
  after: string | undefined
  parts: Partial<Record<ReleasePart, Changes>>
}

export async function compareReleases(before: SiteSnapshot, after: SiteSnapshot): Promise<ReleaseChange[]> {
  const names = new Set([...before.releases, ...after.releases].map(({ release }) => release.package))
  const changes = [...names].sort().map(async (name): Promise<ReleaseChange[]> => {
    const [old, next] = [find(before, name), find(after, name)]
    if (old?.digest === next?.digest) return []
    const parts = withChanges<ReleasePart>([
      ...(Object.entries(described) as [ReleasePart, Describe][]).map(
        ([part, describe]) => [part, compareNamed(describe(old?.release), describe(next?.release))] as const,
      ),
      ['files', compareNamed(await describeFiles(before, old), await describeFiles(after, next))],
    ])
    return [{ package: name, before: old?.release.version, after: next?.release.version, parts }]
  })
  return (await Promise.all(changes)).flat()
}

type Described = Map<string, string>
type Describe = (release: Release | undefined) => Described

const described: Record<Exclude<ReleasePart, 'files'>, Describe> = {
  routes: (release) =>
    new Map(routesOf(release ? [release] : []).map(({ path, ...route }) => [path, JSON.stringify(route)])),
  menu: (release) => new Map(release?.menu?.map((entry) => [entry.label, JSON.stringify(entry)])),
  blocks: (release) => new Map(release?.blocks?.map(({ module, ...block }) => [module, JSON.stringify(block)])),
  data: (release) => new Map(flatten(release?.data)),
}

async function describeFiles({ normalise }: SiteSnapshot, built: VerifiedRelease | undefined): Promise<Described> {
  const files = Object.keys(built?.release.files ?? {}).filter((file) => !file.startsWith('server/'))
  const entries = files.map(async (file): Promise<[string, string]> => {
    const content = await readFile(path.join(built?.folder ?? '', file), 'latin1')
    return [normalise(file), sha256(normalise(content))]
  })
  return new Map(await Promise.all(entries))
}

/** Flattens `{ courses: [{ id: 1 }] }` to `courses[id 1].id`; items with an `id` use it instead of their index. */
export function flatten(value: unknown, where = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[where, JSON.stringify(value) ?? '']]
  if (Array.isArray(value)) return value.flatMap((it, index) => flatten(it, `${where}[${idOf(it) ?? index}]`))
  return Object.entries(value).flatMap(([name, it]) => flatten(it, where ? `${where}.${name}` : name))
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  return `id ${String(value.id)}`
}

function find({ releases }: SiteSnapshot, name: string): VerifiedRelease | undefined {
  return releases.find(({ release }) => release.package === name)
}

export type SnapshotPage = { html: string; facts: DocumentFacts; job: RenderJob }
export type SiteSnapshot = {
  /** Name from the command line: `live`, `41`, `catalog@1.6.0`. */
  name: string
  releases: VerifiedRelease[]
  settings: SiteSettings
  pages: Map<string, SnapshotPage>
  answers: SiteAnswers
  /** Documents of the whole site, by address. */
  texts: Readonly<Record<string, string>>
  normalise: (text: string) => string
  problems: string[]
}

export type Changes = { added: string[]; gone: string[]; changed: string[] }

export function compareNamed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Changes {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return {
    added: names.filter((name) => !before.has(name)),
    gone: names.filter((name) => !after.has(name)),
    changed: names.filter((name) => before.has(name) && after.has(name) && before.get(name) !== after.get(name)),
  }
}

/** Compares lines as multisets; `changed` reports a different order only. */
export function compareLines(before: readonly string[], after: readonly string[]): Changes {
  const added = withoutThoseOf(after, before)
  const gone = withoutThoseOf(before, after)
  const isMoved = added.length === 0 && gone.length === 0 && before.join('\n') !== after.join('\n')
  return { added, gone, changed: isMoved ? ['order'] : [] }
}

export function withChanges<Part extends string>(
  parts: readonly (readonly [Part, Changes])[],
): Partial<Record<Part, Changes>> {
  const changed = parts.filter(([, { added, gone, changed }]) => added.length + gone.length + changed.length > 0)
  return Object.fromEntries(changed) as Partial<Record<Part, Changes>>
}

function withoutThoseOf(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
