import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * The font in a WOFF file as it was before it was packed (https://www.w3.org/TR/WOFF/): fontkit unpacks a table each time it
 * reads it, which is most of the time a paper takes.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file')
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  let end = SFNT_HEADER + count * SFNT_ENTRY
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER + index * ENTRY
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const content = woff.subarray(offset, offset + packed)
    const table = SFNT_HEADER + index * SFNT_ENTRY
    woff.copy(font, table, entry, entry + 4)
    woff.copy(font, table + 4, entry + 16, entry + 20)
    font.writeUInt32BE(end, table + 8)
    font.writeUInt32BE(length, table + 12)
    font.set(packed < length ? inflateSync(content) : content, end)
    end += Math.ceil(length / 4) * 4
  }
  return font
}
