import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './unpack-woff'

export type Weight = 400 | 700

/** The site's typeface in its parts, then one that has nearly every letter there is. */
const PUBLIC_SANS = ['latin', 'latin-ext', 'vietnamese']
/** Files are looked for when the program runs; a name that webpack knows would have it bundle the whole package. */
const { resolve } = process.getBuiltinModule('node:module').createRequire(__filename)
const loaded = new Map<string, Font>()

/** Opened once and kept: a paper embeds of each what it shows. */
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
