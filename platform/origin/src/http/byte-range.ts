import type { IncomingMessage } from 'node:http'

export type ByteRange = { start: number; end: number }

/**
 * The one part of a file a GET asks for (RFC 9110, 14.2); `undefined` when the whole is the answer. `range-parser`
 * refuses the last 1,000 bytes of a file that has 100.
 * @param etag strong, with its quotes
 */
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
