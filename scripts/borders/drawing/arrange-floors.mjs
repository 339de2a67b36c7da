import { orderFloors } from './order-floors.mjs'
import { placeFloors } from './place-floors.mjs'
import { textWidth } from './text-width.mjs'

const CHIP = 26
const PITCH = 58
const PADDING = 26
const PASSAGE = 6
const PORT = 11

/**
 * The chips of a package's folders and the arrows between them.
 * @returns least width and height, and `placeIn(width)`: chips `{ folder, x, y, width, height }` and arrows
 * `{ from: [x, y], to: [x, y], isEnd }`, from the top left of the place; an arrow that passes floors is several of them
 */
export function arrangeFloors(one) {
  const { rows: ordered, links } = orderFloors(one)
  const rows = ordered.map((row) => row.map((node) => ({ ...node, width: widthOf(node) })))
  const widths = rows.map((row) => sum(row.map(({ width }) => width)) + (row.length + 1) * PADDING)
  return {
    width: Math.max(0, ...widths),
    height: Math.max(0, rows.length * PITCH - (PITCH - CHIP)),
    placeIn: (width) => place(rows, links, width),
  }
}

function place(rows, links, width) {
  const centres = placeFloors(rows, links, width)
  const nodes = rows.flatMap((row, index) =>
    row.map((node) => ({ ...node, x: centres.get(node.id) - node.width / 2, y: index * PITCH, height: CHIP })),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ends = links.map((link) => ({ ...link, above: byId.get(link.from), below: byId.get(link.to) }))
  return {
    chips: nodes.filter(({ folder }) => folder),
    arrows: ends.map(({ above, below, ...link }) => ({
      from: [portOf(above, link, ends, 'above'), above.y + (above.folder ? CHIP : CHIP / 2)],
      to: [portOf(below, link, ends, 'below'), below.y + (below.folder ? 0 : CHIP / 2)],
      isEnd: Boolean(below.folder),
    })),
  }
}

/** Arrows of one chip leave and arrive side by side, in the order of their other ends. */
function portOf(node, link, ends, side) {
  const other = side === 'above' ? 'below' : 'above'
  const middle = node.x + node.width / 2
  const own = ends.filter((end) => end[side] === node).sort((a, b) => a[other].x - b[other].x)
  const place = own.findIndex(({ from, to }) => from === link.from && to === link.to)
  const step = node.folder ? Math.min(PORT, (node.width - 16) / own.length) : 0
  return middle + (place - (own.length - 1) / 2) * step
}

function widthOf({ folder }) {
  return folder ? textWidth(labelOf(folder), 13) + 24 : PASSAGE
}

/** The files directly in `src` have no folder to be named by. */
export function labelOf(folder) {
  return folder === '.' ? 'files at the top' : folder
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0)
}
