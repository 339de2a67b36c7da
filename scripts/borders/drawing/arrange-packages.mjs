import { arrangeFloors } from './arrange-floors.mjs'
import { textWidth } from './text-width.mjs'

export const WIDTH = 1280
const MARGIN = 28
const HEAD = 40
const FOOT = 18
const BETWEEN = 22
const LEAST = 128

/**
 * The packages as boxes in rows, a row for each layer, the highest first. Boxes of a row stand on one line and fill it, but for
 * `lanes` pixels at the right, where arrows pass; the ground fills all.
 * @param gapAbove height that the arrows above a layer need
 */
export function arrangePackages({ packages }, { top, lanes, gapAbove }) {
  const layers = [...new Set(packages.map(({ layer }) => layer))].sort((a, b) => b - a)
  const boxes = []
  let y = top
  for (const layer of layers) {
    y += layer === layers[0] ? 0 : gapAbove(layer)
    const row = packages.filter((one) => one.layer === layer).map(measure)
    const height = Math.max(...row.map((box) => box.height))
    boxes.push(...fillRow(row, WIDTH - 2 * MARGIN - (layer === 0 ? 0 : lanes), y + height))
    y += height
  }
  return { boxes, height: y + MARGIN }
}

function measure(one) {
  const inside = arrangeFloors(one)
  const width = Math.max(LEAST, inside.width, textWidth(one.name, 15) + 40)
  return { name: one.name, layer: one.layer, inside, width, height: HEAD + (inside.height ? inside.height + FOOT : 10) }
}

/** What is left over goes to boxes with folders. */
function fillRow(row, width, bottom) {
  const free = width - BETWEEN * (row.length - 1) - row.reduce((sum, box) => sum + box.width, 0)
  const growing = row.some(({ inside }) => inside.height > 0) ? row.filter(({ inside }) => inside.height > 0) : row
  let x = MARGIN
  return row.map(({ inside, ...box }) => {
    const boxWidth = box.width + (growing.some(({ name }) => name === box.name) ? free / growing.length : 0)
    const y = bottom - box.height
    const placed = { ...box, x, y, width: boxWidth, ...shift(inside.placeIn(boxWidth), x, y + HEAD) }
    x += boxWidth + BETWEEN
    return placed
  })
}

function shift({ chips, arrows }, dx, dy) {
  const move = ([x, y]) => [x + dx, y + dy]
  return {
    chips: chips.map((chip) => ({ ...chip, x: chip.x + dx, y: chip.y + dy })),
    arrows: arrows.map((arrow) => ({ ...arrow, from: move(arrow.from), to: move(arrow.to) })),
  }
}
