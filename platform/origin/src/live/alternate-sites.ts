import { readOutline } from '@platform/compose/composition/composition-outline'
import type { Headers } from '@platform/compose/headers/security-headers'
import type { Canary, Pointer } from '@platform/site/model/pointer'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { IndexOptions } from './index-files'
import type { SiteSource } from './live-blobs'
import { type KnownFiles, type LoadedPages, type LoadedSite, lacksPages, loadSite, withPageHeaders } from './load-site'

/** Clears the canary cookie of returning visitors for this time; later ones expire. */
const SWEPT_MS = 24 * 60 * 60 * 1_000
/** Prices of a composition stay valid this long after visitors last got it. */
const PRICED_MS = 60 * 60 * 1_000

export type AlternateSites = {
  canary: (Pick<Canary, 'salt' | 'share'> & { site: LoadedSite; stable: LoadedPages }) | undefined
  previews: readonly { site: LoadedSite; expiresAt: number }[]
  previewKey: string | undefined
  /** Previews of the last days; their pages take no payment. */
  previewNumbers: ReadonlySet<number>
  recentCompositions: ReadonlyMap<number, unknown>
  isSwept: boolean
  key: string
}

export const noAlternates: AlternateSites = {
  canary: undefined,
  previews: [],
  previewKey: undefined,
  previewNumbers: new Set(),
  recentCompositions: new Map(),
  isSwept: false,
  key: '',
}

/** Chosen by a cookie, so shared caches must not keep them. */
const CANARY_HEADERS = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' }
export const forPreview = {
  headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
  publicCacheControl: 'no-store' as const,
}

type LoadOptions = {
  source: SiteSource
  pointer: Pointer
  before: AlternateSites
  live: LoadedSite
  onError: (error: unknown) => void
}

export async function loadAlternateSites(options: LoadOptions): Promise<AlternateSites> {
  const { source, pointer, before, live, onError } = options
  const { copy } = source
  const now = Date.now()
  const { canary, previews = [], canaryEndedAt, lastLive = {} } = pointer
  const shown = previews.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
  const recent = Object.keys(lastLive).filter((number) => Date.parse(lastLive[number] ?? '') + PRICED_MS > now)
  const isSwept = canaryEndedAt !== undefined && Date.parse(canaryEndedAt) + SWEPT_MS > now
  const key = JSON.stringify([live.composition.number, lacksPages(live), canary, previews, shown, recent, isSwept])
  const loaded = [...before.previews.map(({ site }) => site), ...(before.canary ? [before.canary.site] : [])]
  if (key === before.key && !loaded.some(lacksPages)) return before
  let isWhole = true
  const load = async (number: number, options: IndexOptions & { headers: Headers }) => {
    const known = loaded.find((site) => site.composition.number === number && !lacksPages(site))
    if (known) return known
    return loadPrivately(source, number, { ...options, known: live.pages }).catch((error: unknown) => {
      isWhole = false
      onError(error)
      return undefined
    })
  }

  const site = canary && (await load(canary.composition, { headers: CANARY_HEADERS }))
  const shownPreviews = await Promise.all(
    shown.map(async ({ composition, expiresAt }) => {
      const preview = await load(composition, forPreview)
      return preview ? [{ site: preview, expiresAt: Date.parse(expiresAt) }] : []
    }),
  )
  return {
    canary: canary && site && { ...canary, site, stable: withPageHeaders(live.pages, CANARY_HEADERS) },
    previews: shownPreviews.flat(),
    previewKey: shown.length > 0 ? await copy.readPreviewKey() : undefined,
    previewNumbers: new Set(previews.map(({ composition }) => composition)),
    recentCompositions: await readRecentCompositions(copy, recent.map(Number)),
    isSwept,
    key: isWhole ? key : `${key} not whole`,
  }
}

async function readRecentCompositions(copy: SiteCopy, numbers: readonly number[]): Promise<Map<number, unknown>> {
  const compositions = await Promise.all(numbers.map((number) => readOutline(copy, number).catch(() => undefined)))
  return new Map(compositions.flatMap((it) => (it ? [[it.number, it.data.catalog] as const] : [])))
}

export async function loadPrivately(
  source: SiteSource,
  number: number,
  { headers, ...options }: IndexOptions & { headers: Headers; known?: KnownFiles },
): Promise<LoadedSite> {
  const site = await loadSite(source, number, options)
  return { ...site, pages: withPageHeaders(site.pages, headers) }
}
