import { listCompositions } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, readOutline } from '@platform/compose/composition/composition-outline'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import { listReleases, type PublishedRelease } from '@platform/release/folder-registry/releases'
import { type CanaryEvidence, weighCanary } from '../model/canary-evidence'
import { noFigures } from '../model/health-figures'
import type { Canary, Pointer } from '../model/pointer'
import { stepWaitsFor } from '../model/step-evidence'
import type { OriginStatus, SiteStore } from '../store/site-store'
import { type Candidate, evaluateCandidates } from './evaluate-candidates'

export type CompositionSummary = {
  number: number
  createdAt: string
  releases: Record<string, Pick<PublishedRelease, 'version' | 'publishedAt'>>
}

type KeptUntil = CompositionSummary & { expiresAt: string }

export type CanaryProgress = {
  /** What visitors met of it and, in the same time, of what is live. */
  evidence: CanaryEvidence
  /** Why the next step is not taken, even when it is due. */
  waitsFor: string | undefined
}

export type SiteStatus = {
  /** `undefined` before anybody has set them. */
  settings: SiteSettings | undefined
  live: CompositionSummary | undefined
  /** What a part of the visitors gets in its place, and how large a part. */
  canary: (CompositionSummary & Pick<Canary, 'share' | 'startedAt' | 'steps'> & CanaryProgress) | undefined
  /** What signed links show, until then. */
  previews: KeptUntil[]
  /** Why nothing new becomes live. */
  hold: Pointer['hold']
  /** Every origin that follows this site; absent with one machine, whose folder is the site. */
  origins?: OriginStatus[] | undefined
  /** Compositions a rollback can go to, the newest first. */
  kept: CompositionSummary[]
  /** Published releases that are not live, and whether each would fit what is. */
  waiting: Candidate[]
}

export async function readStatus(store: SiteStore): Promise<SiteStatus> {
  const { copy } = store
  const [pointer, numbers, releases, settings] = await Promise.all([
    copy.readPointer(),
    listCompositions(copy),
    listReleases(copy),
    copy.readSettings(),
  ])
  // One that cannot be read cannot be gone back to either.
  const found = await Promise.all(numbers.map((number) => readOutline(copy, number).catch(() => undefined)))
  const compositions = found.filter((composition) => composition !== undefined)
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
    // With the database away what this machine knows can still be read.
    origins: await store.origins().catch(() => undefined),
    kept: summaries.filter(({ number }) => !besides.has(number)),
    waiting: await evaluateCandidates(copy, live?.releases ?? {}, waiting),
  }
}

async function readProgress({ health }: SiteStore, pointer: Pointer, canary: Canary): Promise<CanaryProgress> {
  // With the database away what this machine knows can still be read.
  const figures = await health.read(Date.parse(canary.startedAt)).catch(() => noFigures)
  return {
    evidence: weighCanary(pointer.live, canary, figures),
    waitsFor: stepWaitsFor(pointer, figures, Date.now()),
  }
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
