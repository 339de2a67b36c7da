const REPLACEMENT = 0xfffd
const CHUNK = 4096

/** Encodes lone surrogates as U+FFFD, like the Encoding standard. */
export class Utf8Encoder {
  readonly encoding = 'utf-8'

  encode(text: unknown = ''): Uint8Array {
    const source = String(text)
    const target = new Uint8Array(source.length * 3)
    return target.slice(0, this.encodeInto(source, target).written)
  }

  /** Writes whole characters only; `read` counts UTF-16 units. */
  encodeInto(source: string, target: Uint8Array): { read: number; written: number } {
    let read = 0
    let written = 0
    while (read < source.length) {
      const unit = source.charCodeAt(read)
      if (unit < 0x80) {
        if (written >= target.length) break
        target[written++] = unit
        read += 1
        continue
      }
      const point = codePointAt(source, read)
      const size = sizeOf(point)
      if (written + size > target.length) break
      writePoint(target, written, point, size)
      written += size
      read += point > 0xffff ? 2 : 1
    }
    return { read, written }
  }
}

function codePointAt(source: string, index: number): number {
  const point = source.codePointAt(index) ?? REPLACEMENT
  return point >= 0xd800 && point < 0xe000 ? REPLACEMENT : point
}

function sizeOf(point: number): number {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

const LEADS = [0, 0, 0xc0, 0xe0, 0xf0]

function writePoint(target: Uint8Array, at: number, point: number, size: number): void {
  let rest = point
  for (let index = size - 1; index > 0; index--) {
    target[at + index] = 0x80 | (rest & 0x3f)
    rest >>= 6
  }
  target[at] = (LEADS[size] ?? 0) | rest
}

/** Decodes invalid bytes as U+FFFD; `stream` keeps an incomplete character. */
export class Utf8Decoder {
  readonly encoding = 'utf-8'
  #needed = 0
  #point = 0
  #lower = 0x80
  #upper = 0xbf

  decode(input?: ArrayBuffer | ArrayBufferView, { stream = false } = {}): string {
    const bytes = bytesOf(input)
    let text = ''
    let points: number[] = []
    for (let index = 0; index < bytes.length; ) {
      const byte = bytes[index] ?? 0
      const point = this.#needed === 0 ? this.#first(byte) : this.#next(byte)
      // Reads an unexpected byte again, as the start of a character.
      if (point !== AGAIN) index += 1
      if (point >= 0) points.push(point)
      if (point === AGAIN) points.push(REPLACEMENT)
      if (points.length >= CHUNK) {
        text += String.fromCodePoint(...points)
        points = []
      }
    }
    if (!stream && this.#needed > 0) {
      points.push(REPLACEMENT)
      this.#needed = 0
    }
    return text + String.fromCodePoint(...points)
  }

  #first(byte: number): number {
    if (byte < 0x80) return byte
    if (byte < 0xc2 || byte > 0xf4) return REPLACEMENT
    this.#needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    this.#point = byte & (0x3f >> this.#needed)
    this.#lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    this.#upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    return NOT_YET
  }

  #next(byte: number): number {
    const continues = byte >= this.#lower && byte <= this.#upper
    this.#lower = 0x80
    this.#upper = 0xbf
    if (!continues) {
      this.#needed = 0
      return AGAIN
    }
    this.#point = (this.#point << 6) | (byte & 0x3f)
    this.#needed -= 1
    return this.#needed === 0 ? this.#point : NOT_YET
  }
}

const NOT_YET = -1
const AGAIN = -2

function bytesOf(input: ArrayBuffer | ArrayBufferView | undefined): Uint8Array {
  if (input === undefined) return new Uint8Array(0)
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  return new Uint8Array(input)
}

export function byteLength(value: unknown): number {
  if (typeof value !== 'string') return bytesOf(value as ArrayBuffer | ArrayBufferView).length
  let bytes = 0
  for (const character of value) bytes += sizeOf(codePointAt(character, 0))
  return bytes
}
