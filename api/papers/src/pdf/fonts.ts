import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

export type Weight = 400 | 700

const PUBLIC_SANS = ['latin', 'latin-ext', 'vietnamese']
/** Resolves at run time: webpack would bundle the whole package. */
const { resolve } = process.getBuiltinModule('node:module').createRequire(__filename)
const loaded = new Map<string, Font>()

export function fontsOf(weight: Weight): Font[] {
  return [
    ...PUBLIC_SANS.map((part) => load(`public-sans/files/public-sans-${part}-${weight}-normal.woff`)),
    load(`dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`),
  ]
}

function load(name: string): Font {
  const known = loaded.get(name)
  if (known) return known
  const font = create(unpackWoff(readFileSync(resolve(`@fontsource/${name}`))))
  if (!('layout' in font)) throw new Error(`${name} is a collection of fonts`)
  loaded.set(name, font)
  return font
}

const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/** Unpacks a WOFF file (https://www.w3.org/TR/WOFF/) once; fontkit would unpack a table at every read. */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file')
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  let end = SFNT_HEADER + count * SFNT_ENTRY
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER + index * ENTRY
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field))
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
