import { setImmediate as giveWay } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import type { AnswerTable } from '@platform/compose/answers/find-answer'
import { headersWith, type PageAnswer, pageAnswers, SITE } from '@platform/compose/answers/site-answers'
import {
  type Composition,
  copiesOf,
  documentsOf,
  entityTagOf,
  joinLists,
  type PageLists,
  readLists,
} from '@platform/compose/composition/composition'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { timingOf } from '@platform/compose/composition/site-files-of'
import type { ComposedDocument } from '@platform/compose/composition/stored-headers'
import type { PlainReply } from '../http/plain-reply'
import { makeRepresentation, type Representation, withHeaders } from '../http/representation'
import { indexFiles, type ServedFile } from './index-files'
import type { LiveBlobs, SiteSource } from './live-blobs'

export type LoadedPages = AnswerTable<Representation> & {
  publicUrl: string
  digests: ReadonlySet<string>
  isDamaged: () => boolean
  lists: PageLists
}

/** Files shared with this composition are not verified again. */
type KnownFiles = Pick<LoadedPages, 'digests' | 'lists'>

export type LoadOptions = {
  known?: KnownFiles | undefined
  isPartly?: boolean | undefined
  publicCacheControl?: string
}

export type LoadedSite = { composition: Composition; pages: LoadedPages; files: Map<string, ServedFile> }

export function lacksPages(site: LoadedSite): boolean {
  return lacksLists(site) || site.pages.isDamaged()
}

export function lacksLists({ composition, pages: { lists } }: LoadedSite): boolean {
  return Object.values(composition.packages).some(({ list }) => !lists.has(list))
}

/** Refuses previews, which are signed too. */
export async function loadLive(source: SiteSource, number: number, options: LoadOptions = {}): Promise<LoadedSite> {
  const site = await loadSite(source, number, options)
  if (site.composition.isPreview) throw new Refusal(`Composition ${number} is a preview, as each of its pages says`)
  return site
}

export async function loadSite(
  source: SiteSource,
  number: number,
  { known, isPartly, publicCacheControl }: LoadOptions,
): Promise<LoadedSite> {
  const outline = await readOutline(source.copy, number)
  const lists = await readLists(source.copy, outline, { known: known?.lists, isPartly })
  const composition = joinLists(outline, lists)
  const [pages, files] = await Promise.all([
    loadPages(source, composition, lists, { known, isPartly }),
    indexFiles(source, composition, publicCacheControl),
  ])
  return { composition, pages, files }
}

async function loadPages(
  source: SiteSource,
  composition: Composition,
  lists: PageLists,
  { known, isPartly }: LoadOptions,
): Promise<LoadedPages> {
  const { blobs } = source
  const documents = documentsOf(composition)
  const digests = await verifyCopies(blobs, documents, { known, isPartly })
  const withTiming = headersWith(timingOf(composition))
  const represent = (answer: PageAnswer): Representation => {
    const { document, status, owner } = answer
    const headers = owner === SITE ? answer.headers : withTiming(answer.headers)
    if (!copiesOf(document).every((digest) => digests.has(digest))) return replyInPlaceOf(headers)
    return makeRepresentation({ status, etag: entityTagOf(document), headers, bodies: blobs.bodiesOf(document) })
  }
  const { rows, parameters } = pageAnswers(composition)
  const isPart = documents.flatMap(copiesOf).some((digest) => !digests.has(digest))
  const isDamaged = () => isPart || [...blobs.damaged].some((digest) => digests.has(digest))
  const { publicUrl } = composition
  return { publicUrl, rows: mapRows(rows, represent), parameters, digests, isDamaged, lists }
}

/** Blobs to verify before other requests get a turn. */
const IN_A_TURN = 64

async function verifyCopies(
  blobs: LiveBlobs,
  documents: readonly ComposedDocument[],
  { known, isPartly }: LoadOptions,
): Promise<Set<string>> {
  const whole = new Set<string>()
  let looked = 0
  for (const digest of documents.flatMap(copiesOf)) {
    if (whole.has(digest)) continue
    if (known?.digests.has(digest) && !blobs.damaged.has(digest)) {
      whole.add(digest)
      continue
    }
    try {
      blobs.verify(digest)
      whole.add(digest)
    } catch (error) {
      if (!isPartly) throw error
    }
    looked += 1
    if (looked % IN_A_TURN === 0) await giveWay()
  }
  return whole
}

export function withPageHeaders(pages: LoadedPages, headers: Readonly<Record<string, string>>): LoadedPages {
  return { ...pages, rows: mapRows(pages.rows, (representation) => withHeaders(representation, headers)) }
}

function mapRows<From, To>(rows: ReadonlyMap<string, From>, map: (row: From) => To): Map<string, To> {
  return new Map([...rows].map(([address, row]) => [address, map(row)]))
}

/** A person repairs it, so sooner requests do not help. */
const AWAY_S = 60
const TEXT = 'This page cannot be shown for the moment. Please try again in a few minutes.'

export const pageAway: PlainReply = { status: 503, text: TEXT, headers: { 'retry-after': String(AWAY_S) } }

export function replyInPlaceOf({ vary: _, ...headers }: Readonly<Record<string, string>>): Representation {
  return makeRepresentation({
    status: 503,
    etag: 'away',
    headers: {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(AWAY_S),
    },
    bodies: { identity: Buffer.from(TEXT) },
  })
}
