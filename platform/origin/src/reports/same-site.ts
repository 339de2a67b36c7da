import type { IncomingMessage } from 'node:http'
import { urlOf } from '@platform/base/address/url-of'

/** Whether a page of this very site sent a request, as far as its browser says; one that says nothing is believed. */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin, host } = headers
  return origin === undefined || hostOf(origin) === hostOf(`http://${host}`)
}

/** Without the port, which a proxy may leave out; `null` is a page that may not say where it is from. */
function hostOf(address: string): string | undefined {
  return urlOf(address)?.hostname
}
