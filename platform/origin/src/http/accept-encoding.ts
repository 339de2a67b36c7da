export type Encoding = 'br' | 'gzip' | 'identity'
/** `dcz`: a difference to a file that the client has (RFC 9842, 5). */
export type AcceptedEncoding = Encoding | 'dcz'

const preferred: readonly AcceptedEncoding[] = ['dcz', 'br', 'gzip', 'identity']
const known = new Map<string, readonly AcceptedEncoding[]>()
const MAX_KNOWN = 256

/**
 * The encodings a client accepts, the best first (RFC 9110, 12.5.3): higher quality before lower,
 * and of equals the smaller. `identity` is always there, because a reply has to have some form.
 */
export function acceptedEncodings(header = ''): readonly AcceptedEncoding[] {
  const cached = known.get(header)
  if (cached) return cached
  const accepted = parse(header)
  // Browsers send a handful of values; a client that makes them up must not fill the memory.
  if (known.size < MAX_KNOWN) known.set(header, accepted)
  return accepted
}

function parse(header: string): readonly AcceptedEncoding[] {
  const qualities = new Map(header.split(',').map(parseCoding))
  // Whoever takes anything may still not have the file.
  const anything = (encoding: AcceptedEncoding) => (encoding === 'dcz' ? 0 : qualities.get('*'))
  const quality = (encoding: AcceptedEncoding) => qualities.get(encoding) ?? anything(encoding) ?? 0
  const accepted = preferred.filter((encoding) => quality(encoding) > 0)
  accepted.sort((a, b) => quality(b) - quality(a))
  return accepted.includes('identity') ? accepted : [...accepted, 'identity']
}

function parseCoding(coding: string): [string, number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return [name === 'x-gzip' ? 'gzip' : name, Number.isFinite(quality) ? quality : 0]
}
