/**
 * Centres for nodes in a row, as near as can be to where each wants to be, without changing their order or coming nearer than
 * `gap`: nodes that would overlap stand side by side around the mean of their wishes.
 * @param nodes `{ width, wish, weight }` from left to right
 */
export function settleRow(nodes, { gap, from, to }) {
  const offsets = []
  for (const [index, { width }] of nodes.entries()) {
    offsets.push(index === 0 ? 0 : offsets[index - 1] + (nodes[index - 1].width + width) / 2 + gap)
  }
  const groups = []
  for (const [index, { wish, weight }] of nodes.entries()) {
    groups.push({ place: wish - offsets[index], weight, count: 1 })
    while (groups.length > 1 && groups.at(-2).place > groups.at(-1).place) merge(groups)
  }
  const first = from + nodes[0].width / 2
  const last = to - nodes.at(-1).width / 2 - offsets.at(-1)
  const places = groups.flatMap(({ place, count }) => Array(count).fill(Math.max(first, Math.min(last, place))))
  return places.map((place, index) => place + offsets[index])
}

function merge(groups) {
  const [a, b] = groups.splice(-2)
  const weight = a.weight + b.weight
  groups.push({ place: (a.place * a.weight + b.place * b.weight) / weight, weight, count: a.count + b.count })
}
