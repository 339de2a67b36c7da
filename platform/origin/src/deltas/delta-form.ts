import type { IncomingMessage } from 'node:http'
import { bestForm, makeRepresentation, type Representation } from '../http/representation'
import { matchesEntityTag, parseQualities } from '../http/request-headers'

/** Excludes characters with a meaning in URL patterns. */
const HASHED = /^(\/assets\/[\w./-]+)\.[0-9a-f]{8,64}(\.(?:css|js))$/

/** RFC 9842, 2.1.1. */
export function assetPattern(url: string): string | undefined {
  const [, name, extension] = HASHED.exec(url) ?? []
  return name && `${name}.*${extension}`
}

/** RFC 9842, 2.1. */
export function dictionaryHeaders(url: string): Record<string, string> {
  const pattern = assetPattern(url)
  if (!pattern) return {}
  const destination = pattern.endsWith('.css') ? 'style' : 'script'
  return {
    'use-as-dictionary': `match="${pattern}", match-dest=("${destination}")`,
    vary: 'accept-encoding, available-dictionary',
  }
}

export function deltaForm(
  whole: Representation,
  { bytes, dictionary }: { bytes: Buffer; dictionary: string },
  request: Pick<IncomingMessage, 'headers'>,
): Representation | undefined {
  const { headers } = request
  if (!prefersDelta(headers['accept-encoding'])) return undefined
  if (matchesEntityTag(headers['if-none-match'], bestForm(whole.forms, request).etag)) return undefined
  const { source } = whole
  return makeRepresentation({
    ...source,
    etag: `${source.etag}-dcz-${dictionary.slice(0, 16)}`,
    // A cache that ignores `Vary` must not give it to a browser with another file.
    headers: { ...source.headers, 'cache-control': 'private, max-age=31536000, immutable' },
    bodies: { identity: bytes },
    encoding: 'dcz',
  })
}

/** `*` does not prove that the client has the dictionary. */
function prefersDelta(header = ''): boolean {
  const qualities = parseQualities(header)
  const quality = qualities.get('dcz') ?? 0
  return quality > 0 && ['br', 'gzip', 'identity'].every((it) => quality >= (qualities.get(it) ?? 0))
}
