import type { Canary, Pointer } from '../composition/pointer'
import type { SiteFolders } from '../files/site-folders'
import { type LoadedPages, withPageHeaders } from './load-pages'
import { type LoadedSite, loadSite } from './load-site'

/** How long after a canary its cookie is taken back from visitors who come again; later ones run out by themselves. */
const SWEPT_MS = 24 * 60 * 60 * 1_000

/** What some visitors get in the place of what is live. */
export type Beside = {
  canary: (Pick<Canary, 'salt' | 'share'> & { site: LoadedSite; stable: LoadedPages }) | undefined
  previews: readonly { site: LoadedSite; expiresAt: number }[]
  /** A canary has just ended, and its visitors still bring its cookie. */
  isSwept: boolean
  /** The same for the same. */
  key: string
}

export const nothingBeside: Beside = { canary: undefined, previews: [], isSwept: false, key: '' }

/** Chosen by a cookie, so no cache may give them to somebody else. */
const CANARY_HEADERS = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' }
const PREVIEW_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/**
 * Loads what the pointer names beside what is live; what is loaded already stays.
 * @throws Refusal when a composition is damaged; then what was shown before goes on being shown.
 */
export async function loadBeside(
  folders: SiteFolders,
  pointer: Pointer,
  before: Beside,
  live: LoadedSite,
  now = Date.now(),
): Promise<Beside> {
  const { canary, previews = [], canaryEndedAt } = pointer
  const shown = previews.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
  const isSwept = canaryEndedAt !== undefined && Date.parse(canaryEndedAt) + SWEPT_MS > now
  const key = JSON.stringify([
    live.composition.number,
    canary?.composition,
    canary?.share,
    canary?.salt,
    shown,
    isSwept,
  ])
  if (key === before.key) return before
  const previewOf = async ({ composition, expiresAt }: (typeof shown)[number]) => ({
    site:
      before.previews.find(({ site }) => site.composition.number === composition)?.site ??
      (await loadPrivately(folders, composition, { cacheControl: 'no-store', headers: PREVIEW_HEADERS })),
    expiresAt: Date.parse(expiresAt),
  })
  return {
    canary: canary && {
      salt: canary.salt,
      share: canary.share,
      site:
        before.canary?.site.composition.number === canary.composition
          ? before.canary.site
          : await loadPrivately(folders, canary.composition, { cacheControl: 'private', headers: CANARY_HEADERS }),
      stable: withPageHeaders(live.pages, CANARY_HEADERS),
    },
    previews: await Promise.all(shown.map(previewOf)),
    isSwept,
    key,
  }
}

type Privacy = { cacheControl: 'private' | 'no-store'; headers: Readonly<Record<string, string>> }

async function loadPrivately(
  folders: SiteFolders,
  number: number,
  { cacheControl, headers }: Privacy,
): Promise<LoadedSite> {
  const site = await loadSite(folders, number, { publicCacheControl: cacheControl })
  return { ...site, pages: withPageHeaders(site.pages, headers) }
}
