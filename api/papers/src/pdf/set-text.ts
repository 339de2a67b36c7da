import type { Font } from 'fontkit'
import { fontsOf, type Weight } from './fonts'

export type Run = { font: Font; text: string; width: number }
export type Line = { runs: Run[]; width: number; isBroken: boolean }
export type Setting = {
  weight: Weight
  size: number
  width: number
  /** OpenType features; `tnum` gives figures of equal width, so amounts align. */
  features?: readonly string[]
}

const UNSEEN = '\u25A1'
const segments = new Intl.Segmenter('en-GB')

export function setText(text: string, { weight, size, width, features = [] }: Setting) {
  const fonts = fontsOf(weight)
  const shown = [...segments.segment(text)].map(({ segment }) => showable(segment, fonts, size))
  const lines: Line[] = []
  let rest = shown
  while (rest.length > 0) {
    const count = countFitting(rest, width)
    const line = lineOf(trim(rest.slice(0, count)), { size, features })
    lines.push({ ...line, isBroken: rest[count]?.isSpace === true })
    rest = trim(rest.slice(count))
  }
  // The original text for copying and screen readers, where a font lacks characters.
  return { lines, ...(shown.some(({ isUnseen }) => isUnseen) && { actual: text }) }
}

export function isPrintable(text: string): boolean {
  const fonts = fontsOf(400)
  return [...segments.segment(text)].every(({ segment }) => findFont(segment, fonts) !== undefined)
}

function findFont(text: string, fonts: readonly Font[]): Font | undefined {
  return fonts.find((one) => [...text].every((character) => hasGlyph(one, character)))
}

type Scale = { size: number; features: readonly string[] }
type Shown = { text: string; font: Font; width: number; isUnseen: boolean; isSpace: boolean }

function showable(text: string, fonts: readonly Font[], size: number): Shown {
  const able = findFont(text, fonts)
  const font = able ?? fonts.at(-1)
  if (!font) throw new Error('There is no font')
  const piece = { text: able ? text : UNSEEN, font }
  return { ...piece, width: advanceOf(piece, size), isUnseen: !able, isSpace: text === ' ' }
}

/** Sums the widths of single letters: close to the shaped width and much cheaper. */
function advanceOf({ font, text }: { font: Font; text: string }, size: number): number {
  const units = [...text].reduce((sum, one) => sum + font.glyphForCodePoint(one.codePointAt(0) ?? 0).advanceWidth, 0)
  return (units * size) / font.unitsPerEm
}

function hasGlyph(font: Font, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

/** At least one, so that every line makes progress. */
function countFitting(rest: readonly Shown[], width: number): number {
  let taken = 0
  const over = rest.findIndex((one) => {
    taken += one.width
    return taken > width && !one.isSpace
  })
  if (over === -1) return rest.length
  const space = rest.slice(0, over).findLastIndex(({ isSpace }) => isSpace)
  return space > 0 ? space : Math.max(over, 1)
}

/** Joins neighbours in one font into one run, so that letters shape and words keep their direction. */
function lineOf(shown: readonly Shown[], scale: Scale): Omit<Line, 'isBroken'> {
  const pieces: { font: Font; text: string }[] = []
  shown.forEach(({ font, text, isSpace }, index) => {
    const last = pieces.at(-1)
    const isWithin = isSpace && shown[index + 1]?.font === last?.font
    if (last && (last.font === font || isWithin)) last.text += text
    else pieces.push({ font, text })
  })
  const runs = pieces.map((piece) => ({ ...piece, width: widthOf(piece, scale) }))
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

function widthOf({ font, text }: { font: Font; text: string }, { size, features }: Scale): number {
  return (font.layout(text, [...features]).advanceWidth * size) / font.unitsPerEm
}

function trim(shown: readonly Shown[]): Shown[] {
  const first = shown.findIndex(({ isSpace }) => !isSpace)
  if (first === -1) return []
  return shown.slice(first, shown.findLastIndex(({ isSpace }) => !isSpace) + 1)
}
