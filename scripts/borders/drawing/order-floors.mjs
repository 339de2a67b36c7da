const SWEEPS = 6

/**
 * The folders of a package in rows, the top floor first, and in each row in the order that lets few arrows cross. An arrow over
 * several floors gets a passage in each row between; arrows to the same folder share it.
 * @returns rows of nodes `{ id, folder }` (a passage has no folder) and links `{ from, to }` between neighbouring rows
 */
export function orderFloors({ floors, folderEdges }) {
  const rows = floors.toReversed().map((floor) => floor.map((folder) => ({ id: folder, folder })))
  const links = addPassages(rows, folderEdges)
  let best = { rows, crossings: countCrossings(rows, links) }
  let current = rows
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    current = sweep % 2 === 0 ? sortDown(current, links) : sortDown(current.toReversed(), links).toReversed()
    const crossings = countCrossings(current, links)
    if (crossings < best.crossings) best = { rows: current, crossings }
  }
  return { rows: best.rows, links }
}

function addPassages(rows, edges) {
  const rowOf = new Map(rows.flatMap((row, index) => row.map(({ id }) => [id, index])))
  const links = new Map()
  for (const { from, to } of edges) {
    let above = from
    for (let row = rowOf.get(from) + 1; row <= rowOf.get(to); row++) {
      const id = row === rowOf.get(to) ? to : `${row} ${to}`
      if (!rows[row].some((node) => node.id === id)) rows[row].push({ id })
      const key = `${above}\n${id}`
      links.set(key, { from: above, to: id })
      above = id
    }
  }
  return [...links.values()]
}

/** Each row in the order of the mean place of what it is linked with in the row before. */
function sortDown(rows, links) {
  const sorted = []
  for (const row of rows) {
    const before = sorted.at(-1)
    sorted.push(before ? sortBy(row, (node) => meanPlace(node, before, links)) : row)
  }
  return sorted
}

function sortBy(row, placeOf) {
  const places = new Map(row.map((node, index) => [node, placeOf(node) ?? (index + 0.5) / row.length]))
  return row.toSorted((a, b) => places.get(a) - places.get(b))
}

function meanPlace({ id }, row, links) {
  const places = row
    .map((other, index) => ({ other, place: (index + 0.5) / row.length }))
    .filter(({ other }) =>
      links.some(({ from, to }) => (from === id && to === other.id) || (to === id && from === other.id)),
    )
  return places.length > 0 ? places.reduce((sum, { place }) => sum + place, 0) / places.length : undefined
}

function countCrossings(rows, links) {
  const placeOf = new Map(rows.flatMap((row, index) => row.map(({ id }, place) => [id, { row: index, place }])))
  const ends = links.map(({ from, to }) => [placeOf.get(from), placeOf.get(to)])
  let count = 0
  for (const [a, [fromA, toA]] of ends.entries()) {
    for (const [fromB, toB] of ends.slice(a + 1)) {
      if (fromA.row === fromB.row && (fromA.place - fromB.place) * (toA.place - toB.place) < 0) count++
    }
  }
  return count
}
