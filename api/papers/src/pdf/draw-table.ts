import type { PaperView } from '../present-paper'
import { BOTTOM, type Box, type Element, MARGIN, type Sheet, type Style, WIDTH } from './sheet'

const GAP = 8
const PAD = 6
const widths = [0, 42, 54, 58, 44, 52, 60]
const head: Style = { size: 8, weight: 700, colour: 'ink' }
const cell: Style = { size: 9, align: 'right', features: ['tnum'] }
const name: Style = { size: 9 }
const SUM_WIDTH = 240

type Column = { x: number; width: number }

/** Draws lines and sums over as many sheets as needed. @returns the vertical position of the end */
export function drawTable(sheet: Sheet, view: PaperView, top: number, turn: () => number): number {
  const columns = layColumns()
  const element = sheet.group(sheet.root, 'Table')
  const drawHead = (y: number, draw: (text: string, box: Box, style: Style) => unknown) => {
    columns.forEach((column, index) => {
      draw(view.columns[index] ?? '', { ...column, y }, { ...head, align: alignOf(index) })
    })
    const below = y + head.size * 1.4 + 4
    sheet.rule({ x: MARGIN, y: below, width: WIDTH }, { colour: 'petrol', weight: 1.2 })
    return below
  }
  const row = sheet.group(sheet.group(element, 'THead'), 'TR')
  let y = drawHead(top, (text, box, style) => sheet.write(row, 'TH', text, box, style, 'Column'))
  const body = sheet.group(element, 'TBody')
  for (const cells of view.rows) {
    const height = heightOf(sheet, cells, columns)
    // For the eye only: the tagged table has the names once.
    if (y + height > BOTTOM) y = drawHead(turn(), sheet.decorate)
    drawRow(sheet, body, cells, columns, y)
    y += height
    sheet.rule({ x: MARGIN, y, width: WIDTH }, { colour: 'line', weight: 0.5 })
  }
  element.end()
  const needed = view.sums.length * 18 + 24
  return drawSums(sheet, view.sums, y + needed > BOTTOM ? turn() : y + 12)
}

function layColumns(): Column[] {
  const others = widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1)
  let x = MARGIN
  return widths.map((fixed) => {
    const column = { x, width: fixed || WIDTH - others }
    x += column.width + GAP
    return column
  })
}

function drawRow(sheet: Sheet, body: Element, cells: readonly string[], columns: readonly Column[], y: number): void {
  const row = sheet.group(body, 'TR')
  columns.forEach((column, index) => {
    const box = { ...column, y: y + PAD }
    if (index === 0) sheet.write(row, 'TH', cells[index] ?? '', box, name, 'Row')
    else sheet.write(row, 'TD', cells[index] ?? '', box, cell)
  })
}

function heightOf(sheet: Sheet, cells: readonly string[], columns: readonly Column[]): number {
  const heights = columns.map(({ width }, index) => sheet.measure(cells[index] ?? '', width, index === 0 ? name : cell))
  return Math.max(...heights) + 2 * PAD
}

function drawSums(sheet: Sheet, sums: PaperView['sums'], top: number): number {
  const element = sheet.group(sheet.root, 'Table')
  const x = MARGIN + WIDTH - SUM_WIDTH
  let y = top
  sums.forEach(({ label, value }, index) => {
    const isLast = index === sums.length - 1
    if (isLast) {
      sheet.rule({ x, y: y + 3, width: SUM_WIDTH }, { colour: 'petrol', weight: 1.2 })
      y += 9
    }
    const style: Style = isLast ? { ...cell, size: 12, weight: 700, colour: 'ink' } : cell
    const row = sheet.group(element, 'TR')
    sheet.write(row, 'TH', label, { x, y, width: 150 }, { ...style, align: 'left', features: [] }, 'Row')
    y += sheet.write(row, 'TD', value, { x: x + 150, y, width: SUM_WIDTH - 150 }, style)
    y += 3
  })
  element.end()
  return y
}

const alignOf = (index: number): 'left' | 'right' => (index === 0 ? 'left' : 'right')
