import { readOutlines } from '@platform/compose/composition/composition-outline'
import type { Headers } from '@platform/compose/headers/security-headers'
import type { Canary, Pointer } from '@platform/site/model/pointer'
import type { SiteSource } from './live-blobs'
import { type LoadedPages, type LoadedSite, type LoadOptions, lacksPages, loadSite, withPageHeaders } from './load-site'

/** Clears the canary cookie of returning visitors for this time; later ones expire. */
const SWEPT_MS = 24 * 60 * 60 * 1_000
/** Prices of a composition stay valid this long after visitors last got it. */
const PRICED_MS = 60 * 60 * 1_000

export type AlternateSites = {
  canary: (Pick<Canary, 'salt' | 'share'> & { site: LoadedSite; stable: LoadedPages }) | undefined
  previews: NonNullable<Pointer['previews']>
  /** Previews of the last days; their pages take no payment. */
  previewNumbers: ReadonlySet<number>
  /** Catalogs of previews and of what visitors got lately. */
  pricedCatalogs: ReadonlyMap<number, unknown>
  isSwept: boolean
  key: string
}

export const noAlternates: AlternateSites = {
  canary: undefined,
  previews: [],
  previewNumbers: new Set(),
  pricedCatalogs: new Map(),
  isSwept: false,
  key: '',
}

/** Chosen by a cookie, so shared caches must not keep them. */
const CANARY_HEADERS = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' }

type AlternatesOptions = {
  source: SiteSource
  pointer: Pointer
  before: AlternateSites
  live: LoadedSite
  onError: (error: unknown) => undefined
}

export async function loadAlternateSites(options: AlternatesOptions): Promise<AlternateSites> {
  const { source, pointer, before, live, onError } = options
  const now = Date.now()
  const { canary, previews = [], canaryEndedAt, lastLive = {} } = pointer
  const shown = previews.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
  const recent = Object.keys(lastLive).filter((number) => Date.parse(lastLive[number] ?? '') + PRICED_MS > now)
  const isSwept = canaryEndedAt !== undefined && Date.parse(canaryEndedAt) + SWEPT_MS > now
  const key = JSON.stringify([live.composition.number, lacksPages(live), canary, previews, shown, recent, isSwept])
  const known = before.canary?.site
  const isKnown = known !== undefined && !lacksPages(known)
  if (key === before.key && (isKnown || !known)) return before
  const loadCanary = async (number: number) =>
    isKnown && known.composition.number === number
      ? known
      : loadPrivately(source, number, { headers: CANARY_HEADERS, known: live.pages }).catch(onError)

  const site = canary && (await loadCanary(canary.composition))
  const priced = await readOutlines(source.copy, [...recent.map(Number), ...shown.map((it) => it.composition)])
  return {
    canary: canary && site ? { ...canary, site, stable: withPageHeaders(live.pages, CANARY_HEADERS) } : undefined,
    previews: shown,
    previewNumbers: new Set(previews.map(({ composition }) => composition)),
    pricedCatalogs: new Map(priced.map(({ number, data }) => [number, data.catalog])),
    isSwept,
    // Without one, a canary is loaded again.
    key: canary && !site ? '' : key,
  }
}

export async function loadPrivately(
  source: SiteSource,
  number: number,
  { headers, ...options }: LoadOptions & { headers: Headers },
): Promise<LoadedSite> {
  const site = await loadSite(source, number, options)
  return { ...site, pages: withPageHeaders(site.pages, headers) }
}
