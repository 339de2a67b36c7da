import { settleRow } from './settle-row.mjs'

const ROUNDS = 12
const GAP = 26
const EDGE = 22
/** An arrow that passes floors is easier to follow when it is straight. */
const WEIGHT = { chip: 1, passage: 3 }

/**
 * Centres of all nodes, by id: each row in turn settles over what it is linked with, first looking up, then down.
 * @param rows nodes `{ id, folder, width }`, in their order
 */
export function placeFloors(rows, links, width) {
  const centres = new Map(rows.flatMap((row) => spread(row, width)))
  const neighbours = neighboursOf(links)
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) settle(row, { centres, neighbours, width })
  }
  return inTheMiddle(rows.flat(), centres, width)
}

function inTheMiddle(nodes, centres, width) {
  const left = Math.min(...nodes.map((node) => centres.get(node.id) - node.width / 2))
  const right = Math.max(...nodes.map((node) => centres.get(node.id) + node.width / 2))
  return new Map([...centres].map(([id, centre]) => [id, centre + (width - left - right) / 2]))
}

function spread(row, width) {
  return row.map(({ id }, index) => [id, (width * (index + 1)) / (row.length + 1)])
}

function neighboursOf(links) {
  const neighbours = new Map()
  for (const { from, to } of links) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to])
    neighbours.set(to, [...(neighbours.get(to) ?? []), from])
  }
  return neighbours
}

function settle(row, { centres, neighbours, width }) {
  const wishing = row.map((node) => ({
    width: node.width,
    weight: node.folder ? WEIGHT.chip : WEIGHT.passage,
    wish: mean((neighbours.get(node.id) ?? [node.id]).map((id) => centres.get(id))),
  }))
  const settled = settleRow(wishing, { gap: GAP, from: EDGE, to: width - EDGE })
  for (const [index, { id }] of row.entries()) centres.set(id, settled[index])
}

function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
