import PDFDocument from 'pdfkit'
import type { Weight } from './fonts'
import { type Line, setText } from './set-text'

/** Points (72 to the inch); A4 is 595.28 × 841.89. */
export const MARGIN = 51
export const WIDTH = 595.28 - 2 * MARGIN
export const BOTTOM = 841.89 - 78
export const colours = {
  ink: '#13222e',
  text: '#22343f',
  muted: '#4c5f6b',
  petrol: '#0b3a4a',
  line: '#d3dde0',
} as const

export type Style = {
  size: number
  weight?: Weight
  colour?: keyof typeof colours
  align?: 'left' | 'right'
  features?: readonly string[]
}
export type Box = { x: number; y: number; width: number }
export type Element = PDFKit.PDFStructureElement

const LEADING = 1.4
const ASCENT = 1.02

/** Creates a PDF whose text is tagged in reading order; decoration is an artifact. */
export function createSheet({ title, author, date }: { title: string; author: string; date: Date }) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: date, ModDate: date },
    // Stops the library from opening Helvetica, which is unused.
    font: '',
  })
  const root = doc.struct('Document')
  doc.addStructure(root)

  function measure(text: string, width: number, style: Style): number {
    return setLines(text, width, style).lines.length * style.size * LEADING
  }

  function write(parent: Element, tag: string, text: string, box: Box, style: Style, scope?: 'Row' | 'Column'): number {
    const { lines, actual } = setLines(text, box.width, style)
    const options = { ...(actual !== undefined && { actual }), ...(scope && { scope }) }
    const element = doc.struct(tag as never, options, () => draw(lines, box, style))
    parent.add(element)
    element.end()
    return lines.length * style.size * LEADING
  }

  /** Draws an artifact: text that is already tagged elsewhere. */
  function decorate(text: string, box: Box, style: Style): void {
    artifact(() => draw(setLines(text, box.width, style).lines, box, style))
  }

  function artifact(work: () => void): void {
    doc.markContent('Artifact', { type: 'Layout' })
    work()
    doc.endMarkedContent()
  }

  function draw(lines: readonly Line[], { x, y, width }: Box, style: Style): void {
    const { size, colour = 'text', align = 'left', features = [] } = style
    doc.fillColor(colours[colour]).fontSize(size)
    lines.forEach((line, index) => {
      let left = align === 'right' ? x + width - line.width : x
      for (const [place, { font, text, width: advance }] of line.runs.entries()) {
        // Screen readers need the space between words.
        const ending = line.isBroken && place === line.runs.length - 1 ? ' ' : ''
        const top = y + index * size * LEADING + size * (ASCENT - font.ascent / font.unitsPerEm)
        doc.font(font as never).text(text + ending, left, top, { lineBreak: false, features: [...features] as never })
        left += advance
      }
    })
  }

  function rule({ x, y, width }: Box, { colour, weight }: { colour: keyof typeof colours; weight: number }): void {
    artifact(() => {
      doc.moveTo(x, y).lineTo(x + width, y)
      doc.lineWidth(weight).strokeColor(colours[colour]).stroke()
    })
  }

  function group(parent: Element, tag: string): Element {
    const element = doc.struct(tag as never)
    parent.add(element)
    return element
  }

  return { doc, root, measure, write, decorate, artifact, rule, group }
}

function setLines(text: string, width: number, { size, weight = 400, features = [] }: Style) {
  return setText(text, { weight, size, width, features })
}

export type Sheet = ReturnType<typeof createSheet>
