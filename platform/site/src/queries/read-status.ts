import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '@platform/base/errors/refusal'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, readOutlines } from '@platform/compose/composition/composition-outline'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import { checkReleases } from '@platform/release/contract/check-releases'
import { comparisonCache } from '@platform/release/contract/types/compare-types'
import { listReleases, type PublishedRelease } from '@platform/release/folder-registry/releases'
import { parseRelease, type Release } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { type CanaryEvidence, stepWaitsFor, weighCanary } from '../model/canary-evidence'
import { noFigures } from '../model/health-figures'
import type { Canary, Pointer } from '../model/pointer'
import type { Site } from '../site/site'
import type { SiteCopy } from '../store/file/file-copy'
import type { OriginStatus } from '../store/site-store'

export type CompositionSummary = {
  number: number
  createdAt: string
  releases: Record<string, Pick<PublishedRelease, 'version' | 'publishedAt'>>
}

type KeptUntil = CompositionSummary & { expiresAt: string }

export type CanaryProgress = { evidence: CanaryEvidence; waitsFor: string | undefined }

export type SiteStatus = {
  settings: SiteSettings | undefined
  live: CompositionSummary | undefined
  canary: (CompositionSummary & Pick<Canary, 'share' | 'startedAt' | 'steps'> & CanaryProgress) | undefined
  previews: KeptUntil[]
  hold: Pointer['hold']
  origins?: OriginStatus[] | undefined
  kept: CompositionSummary[]
  waiting: Candidate[]
}

export async function readStatus(store: Site): Promise<SiteStatus> {
  const { copy } = store
  const [pointer, numbers, releases, settings] = await Promise.all([
    copy.readPointer(),
    listCompositions(copy),
    listReleases(copy),
    copy.readSettings(),
  ])
  const compositions = await readOutlines(copy, numbers)
  const summaries = compositions.map((composition) => summarise(composition, releases))
  const live = summaries.find(({ number }) => number === pointer?.live)
  const byNumber = (number: number | undefined) => summaries.find((summary) => summary.number === number)
  const { canary, previews, hold } = pointer ?? {}
  const besides = new Set([
    pointer?.live,
    canary?.composition,
    ...compositions.filter((it) => it.isPreview).map((it) => it.number),
  ])
  const keptUntil = (list: Pointer['previews'] = []): KeptUntil[] =>
    list.flatMap(({ composition, expiresAt }) => {
      const summary = byNumber(composition)
      return summary && expiresAt > new Date().toISOString() ? [{ ...summary, expiresAt }] : []
    })
  const canarySummary = byNumber(canary?.composition)
  const waiting = releases.filter((release) => live?.releases[release.package]?.version !== release.version)
  return {
    settings,
    live,
    canary: canary &&
      pointer &&
      canarySummary && {
        ...canarySummary,
        share: canary.share,
        startedAt: canary.startedAt,
        ...(canary.steps && { steps: canary.steps }),
        ...(await readProgress(store, pointer, canary)),
      },
    previews: keptUntil(previews),
    hold,
    // Without the database, local data is still readable.
    origins: await store.origins().catch(() => undefined),
    kept: summaries.filter(({ number }) => !besides.has(number)),
    waiting: await evaluateCandidates(copy, live?.releases ?? {}, waiting),
  }
}

async function readProgress({ health }: Site, pointer: Pointer, canary: Canary): Promise<CanaryProgress> {
  const figures = await health.read(Date.parse(canary.startedAt)).catch(() => noFigures)
  return { evidence: weighCanary(pointer.live, canary, figures), waitsFor: stepWaitsFor(pointer, figures, Date.now()) }
}

function summarise(
  { number, createdAt, releases }: CompositionOutline,
  published: PublishedRelease[],
): CompositionSummary {
  const entries = Object.entries(releases).map(([name, { version }]) => {
    const release = published.find((it) => it.package === name && it.version === version)
    return [name, { version, publishedAt: release?.publishedAt ?? createdAt }]
  })
  return { number, createdAt, releases: Object.fromEntries(entries) }
}

export type Evaluation =
  | { outcome: 'fits' }
  | { outcome: 'does not fit'; problems: string[] }
  | { outcome: 'unknown'; reason: string }

export type Candidate = PublishedRelease & { evaluation: Evaluation }

/** Reads only manifests and never throws. */
async function evaluateCandidates(
  copy: SiteCopy,
  live: Readonly<Record<string, { version: string }>>,
  candidates: readonly PublishedRelease[],
): Promise<Candidate[]> {
  try {
    const entries = Object.entries(live).map(([name, { version }]) => readRelease(copy, { package: name, version }))
    return await evaluateAgainst(copy, await Promise.all(entries), candidates)
  } catch (error) {
    const evaluation = { outcome: 'unknown' as const, reason: messageOf(error) }
    return candidates.map((release) => ({ ...release, evaluation }))
  }
}

async function evaluateAgainst(
  copy: SiteCopy,
  live: readonly Release[],
  candidates: readonly PublishedRelease[],
): Promise<Candidate[]> {
  const releases = await Promise.all(candidates.map((it) => readRelease(copy, it).catch(messageOf)))
  const readable = releases.filter((release) => typeof release !== 'string')
  const sets = readable.map((release) => [...live.filter((it) => it.package !== release.package), release])
  const calls = await copy.readApiCalls()
  const problems = live.length === 0 ? [] : await checkReleases(sets, comparisonCache(copy.comparisons), calls)
  return candidates.map((published, index) => {
    const release = releases[index] ?? 'it cannot be read'
    if (typeof release === 'string') return { ...published, evaluation: { outcome: 'unknown', reason: release } }
    return { ...published, evaluation: evaluationOf(problems[readable.indexOf(release)]) }
  })
}

function evaluationOf(problems: string[] | undefined): Evaluation {
  if (!problems) return { outcome: 'unknown', reason: 'nothing is live to compare it with' }
  return problems.length === 0 ? { outcome: 'fits' } : { outcome: 'does not fit', problems }
}

async function readRelease(
  copy: SiteCopy,
  { package: name, version }: Pick<PublishedRelease, 'package' | 'version'>,
): Promise<Release> {
  const file = path.join(copy.release(name, version), RELEASE_FILE)
  return parseRelease(await readFile(file, 'utf8'), file)
}
