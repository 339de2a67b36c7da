import type { IncomingMessage } from 'node:http'

export type Encoding = 'br' | 'gzip' | 'identity'

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity']
const known = new Map<string, readonly Encoding[]>()
const MAX_KNOWN = 256

/** RFC 9110, 12.5.3; the smaller of equals comes first. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const cached = known.get(header)
  if (cached) return cached
  const accepted = parse(header)
  // Invented headers must not fill the memory.
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

export function parseQualities(header: string): Map<string, number> {
  return new Map(header.split(',').map(parseCoding))
}

function parseCoding(coding: string): [string, number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return [name === 'x-gzip' ? 'gzip' : name, Number.isFinite(quality) ? quality : 0]
}

type ByteRange = { start: number; end: number }

/** RFC 9110, 14.2; `undefined`: the whole. `range-parser` refuses the last 1,000 bytes of a 100-byte file. */
export function wantedRange(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const condition = headers['if-range']
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined
  const [, first = '', last = ''] = headers.range?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return lastBytes(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

function lastBytes(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
}

/** Weak comparison, lists and `*` (RFC 9110, 13.1.2). */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
