import type { PlainReply } from '../http/plain-reply'
import { makeRepresentation, type Representation } from '../http/representation'

/** Seconds after which to ask again for a page that is not whole: a person makes it again, and no moment does. */
const AWAY_S = 60
const TEXT = 'This page cannot be shown for the moment. Please try again in a few minutes.'

/** What may be a page, where nobody knows. */
export const pageAway: PlainReply = { status: 503, text: TEXT, headers: { 'retry-after': String(AWAY_S) } }

/** What is sent in the place of a document that is not whole, with the headers of that. */
export function replyInPlaceOf(headers: Readonly<Record<string, string>>): Representation {
  return makeRepresentation({
    status: 503,
    type: 'text/plain; charset=utf-8',
    etag: 'away',
    cacheControl: 'no-store',
    headers: { ...headers, 'retry-after': String(AWAY_S) },
    bodies: { identity: Buffer.from(TEXT) },
  })
}
