import type { Font } from 'fontkit'
import { fontsOf, type Weight } from './fonts'

/** A piece of a line in one font. */
export type Run = { font: Font; text: string; width: number }
/** `isBroken`: between two words, of which it has the first. */
export type Line = { runs: Run[]; width: number; isBroken: boolean }
export type Setting = {
  weight: Weight
  size: number
  /** Points. */
  width: number
  /** Of OpenType: `tnum` for figures of one width, so that amounts stand below each other. */
  features?: readonly string[]
}
export type SetText = {
  lines: Line[]
  /** What it says, where some of it cannot be shown: for whoever has it read aloud, or copies it. */
  actual?: string
}

/** Stands for a character of which no font has a picture. */
const UNSEEN = '\u25A1'
const segments = new Intl.Segmenter('en-GB')

/** Breaks text into lines of a width in points: between words, or inside of one that is longer than a line. */
export function setText(text: string, { weight, size, width, features = [] }: Setting): SetText {
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
  return { lines, ...(shown.some(({ isUnseen }) => isUnseen) && { actual: text }) }
}

type Scale = { size: number; features: readonly string[] }
type Shown = { text: string; font: Font; width: number; isUnseen: boolean; isSpace: boolean }

function showable(text: string, fonts: readonly Font[], size: number): Shown {
  const able = fonts.find((one) => [...text].every((character) => hasGlyph(one, character)))
  const font = able ?? fonts.at(-1)
  if (!font) throw new Error('There is no font')
  const piece = { text: able ? text : UNSEEN, font }
  return { ...piece, width: advanceOf(piece, size), isUnseen: !able, isSpace: text === ' ' }
}

/** Of the letters one by one: close to what they take together, and much cheaper to know. */
function advanceOf({ font, text }: { font: Font; text: string }, size: number): number {
  const units = [...text].reduce((sum, one) => sum + font.glyphForCodePoint(one.codePointAt(0) ?? 0).advanceWidth, 0)
  return (units * size) / font.unitsPerEm
}

function hasGlyph(font: Font, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

/** At least one, so that every line takes something away. */
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

/** Neighbours in one font are one piece, with the spaces within: letters join, and words keep their direction. */
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
