import type { MailLink, WriteLink } from '../mail/account-mail'
import type { AccountLink } from './account-tables'
import type { SignedTokens } from './signed-tokens'

/** Where the page is that a link leads to. Behind `#`, so that its token is in no log and in no `Referer`. */
const places: Readonly<Record<string, string>> = {
  confirm: '/account#',
  change_from: '/account#',
  change_to: '/account#',
  take_back: '/reset-password#',
  reset: '/reset-password#',
}

/** What a message keeps of its link. */
export function mailLink({ id, purpose, createdAt, expiresAt }: AccountLink): MailLink {
  return { id, purpose, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

/** Writes a link as it stands in a message: signed then, and the same whenever the message is written again. */
export function createLinkWriter(tokens: SignedTokens, publicUrl: string): WriteLink {
  return async ({ id, purpose, createdAt, expiresAt }) => {
    const place = places[purpose]
    if (place === undefined) throw new Error(`There is no page for links of the purpose "${purpose}"`)
    const claims = { name: id, issuedAt: seconds(createdAt), expiresAt: seconds(expiresAt) }
    return `${publicUrl}${place}${await tokens.sign('link', claims)}`
  }
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1_000)
}
