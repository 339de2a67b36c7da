export type Encoding = 'br' | 'gzip' | 'identity'

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity']
const known = new Map<string, readonly Encoding[]>()
const MAX_KNOWN = 256

/** The encodings a client accepts, the best first (RFC 9110, 12.5.3); of equals the smaller. `identity` is always there. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const cached = known.get(header)
  if (cached) return cached
  const accepted = parse(header)
  // Browsers send a handful of values; a client that makes them up must not fill the memory.
  if (known.size < MAX_KNOWN) known.set(header, accepted)
  return accepted
}

function parse(header: string): readonly Encoding[] {
  const qualities = parseQualities(header)
  const quality = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const accepted = preferred.filter((encoding) => quality(encoding) > 0)
  accepted.sort((a, b) => quality(b) - quality(a))
  return accepted.includes('identity') ? accepted : [...accepted, 'identity']
}

/** Each coding that the header names → its weight, from 0 to 1. */
export function parseQualities(header: string): Map<string, number> {
  return new Map(header.split(',').map(parseCoding))
}

function parseCoding(coding: string): [string, number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return [name === 'x-gzip' ? 'gzip' : name, Number.isFinite(quality) ? quality : 0]
}
