import type { Paper } from '../paper'
import { MARK_SIZE, mark, type PaperView, presentPaper } from '../present-paper'
import { drawTable } from './draw-table'
import { isPrintable } from './set-text'
import { BOTTOM, type Box, createSheet, type Element, MARGIN, type Sheet, WIDTH } from './sheet'

const TOP = 48
const GAP = 18
const widths = [150, 145, WIDTH - 150 - 145 - 2 * GAP]

const UNPRINTED =
  'The sign □ takes the place of a character that this document cannot print. Copied or read aloud, the text is as typed.'

export function isPrinted({ customer, lines }: Paper): boolean {
  const { name = '', address = [], company = '', purchaseOrder = '' } = customer ?? {}
  const typed = [name, ...address, company, purchaseOrder, ...lines.map(({ description }) => description)]
  return typed.every(isPrintable)
}

/** Renders a paper as a tagged A4 PDF with embedded fonts. Deterministic: equal papers give equal bytes. */
export async function renderPdf(paper: Paper): Promise<Buffer> {
  const shown = presentPaper(paper)
  const view = isPrinted(paper) ? shown : { ...shown, notes: [...shown.notes, UNPRINTED] }
  const { name } = paper.supplier
  const sheet = createSheet({ title: view.documentTitle, author: name, date: new Date(paper.issuedAt) })
  const { doc, root } = sheet
  const chunks: Buffer[] = []
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve())
    doc.on('error', reject)
  })
  let pages = 1
  drawFoot(sheet, paper, view, pages)
  const turn = () => {
    doc.addPage({ size: 'A4', margin: 0 })
    pages += 1
    drawFoot(sheet, paper, view, pages)
    return TOP
  }
  const below = drawParties(sheet, view, drawTitle(sheet, view, name))
  drawNotes(sheet, view, drawTable(sheet, view, below, turn), turn)
  root.end()
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

function drawTitle(sheet: Sheet, { title, number }: PaperView, name: string): number {
  drawMark(sheet, MARGIN, TOP)
  sheet.decorate(name, { x: MARGIN + 44, y: TOP + 8, width: 220 }, { size: 11, weight: 700, colour: 'ink' })
  const box = { x: MARGIN + 270, width: WIDTH - 270 }
  sheet.write(sheet.root, 'H1', title, { ...box, y: TOP - 4 }, { size: 22, weight: 700, colour: 'ink', align: 'right' })
  sheet.decorate(number, { ...box, y: TOP + 26 }, { size: 11, colour: 'muted', align: 'right' })
  return TOP + 76
}

function drawMark({ doc, artifact }: Sheet, x: number, y: number): void {
  artifact(() => {
    doc.save()
    doc.translate(x, y).scale(32 / MARK_SIZE)
    for (const part of mark) {
      if ('fill' in part) doc.path(part.path).fill(part.fill)
      else doc.path(part.path).lineWidth(part.width).stroke(part.stroke)
    }
    doc.restore()
  })
}

function drawParties(sheet: Sheet, { supplier, customer, facts }: PaperView, top: number): number {
  const column = (index: number) => ({
    x: MARGIN + widths.slice(0, index).reduce((sum, width) => sum + width + GAP, 0),
    width: widths[index] ?? 0,
  })
  const ends = [supplier, customer].map(({ heading, name, lines }, index) => {
    const section = sheet.group(sheet.root, 'Sect')
    let y = drawHeading(sheet, section, heading, { ...column(index), y: top })
    y += sheet.write(section, 'P', name, { ...column(index), y }, { size: 9.5, weight: 700, colour: 'ink' })
    for (const line of lines) y += sheet.write(section, 'P', line, { ...column(index), y }, { size: 9 })
    section.end()
    return y
  })
  const section = sheet.group(sheet.root, 'Sect')
  let y = drawHeading(sheet, section, 'Details', { ...column(2), y: top })
  for (const { label, value } of facts) {
    const paragraph = sheet.group(section, 'P')
    sheet.write(paragraph, 'Span', `${label} `, { ...column(2), y: y }, { size: 8, colour: 'muted' })
    y += 10.5
    y += sheet.write(paragraph, 'Span', value, { ...column(2), y }, { size: 9 }) + 2
    paragraph.end()
  }
  section.end()
  return Math.max(...ends, y) + 26
}

function drawHeading(sheet: Sheet, parent: Element, text: string, box: Box): number {
  return box.y + sheet.write(parent, 'H2', text, box, { size: 8, weight: 700, colour: 'muted' }) + 3
}

function drawNotes(sheet: Sheet, { notes, contact }: PaperView, top: number, turn: () => number): void {
  let y = top + 24
  for (const note of [...notes, contact]) {
    const height = sheet.measure(note, WIDTH, { size: 8 })
    if (y + height > BOTTOM) y = turn()
    y += sheet.write(sheet.root, 'P', note, { x: MARGIN, y, width: WIDTH }, { size: 8, colour: 'muted' }) + 3
  }
}

function drawFoot(sheet: Sheet, { supplier }: Paper, { title, number }: PaperView, page: number): void {
  const y = BOTTOM + 26
  const style = { size: 7.5, colour: 'muted' } as const
  sheet.rule({ x: MARGIN, y: y - 8, width: WIDTH }, { colour: 'line', weight: 0.5 })
  const legal = `${supplier.name}, VAT number ${supplier.vatNumber}`
  sheet.decorate(legal, { x: MARGIN, y, width: WIDTH - 110 }, style)
  sheet.decorate(
    `${title} ${number}, page ${page}`,
    { x: MARGIN + WIDTH - 130, y, width: 130 },
    { ...style, align: 'right' },
  )
}
