const TRACK = 15
const LANE = 16
const STUB = 34
/** Room under the boxes, and for an arrow's head over them. */
const BELOW_BOX = 30
const ABOVE_BOX = 26

/**
 * How arrows between packages run: down from the importing box to a track of the imported package, which all that import it
 * share, along it to the lane at the right where layers lie between, and down into the imported box.
 */
export function planRoutes({ packages, edges }) {
  const layerOf = Object.fromEntries(packages.map(({ name, layer }) => [name, layer]))
  const order = packages.map(({ name }) => name)
  const targets = [...new Set(edges.map(({ to }) => to))].sort(
    (a, b) => layerOf[b] - layerOf[a] || order.indexOf(a) - order.indexOf(b),
  )
  const isFar = ({ from, to }) => layerOf[from] > layerOf[to] + 1
  const lanes = targets.filter((target) => edges.some((edge) => edge.to === target && isFar(edge)))
  /** Arrows that end in this gap run lowest; of those that pass, the ones to the outer lanes run highest. */
  const tracksAbove = (layer) => {
    const leaving = edges.filter(({ from, to }) => layerOf[from] === layer + 1 || layerOf[to] === layer)
    const used = targets.filter((target) => leaving.some(({ to }) => to === target))
    return [
      ...used.filter((target) => layerOf[target] < layer).reverse(),
      ...used.filter((one) => layerOf[one] === layer),
    ]
  }
  return {
    targets,
    lanes,
    laneWidth: lanes.length * LANE + LANE,
    tracksAbove,
    gapAbove: (layer) => BELOW_BOX + ABOVE_BOX + Math.max(0, tracksAbove(layer).length - 1) * TRACK,
  }
}

/**
 * @returns for each edge `{ from, to, points }`: the corners of its line, from the importing box to the imported one. Lines
 * to the same box run on top of each other where they meet.
 */
export function routeArrows({ edges }, boxes, plan) {
  const boxOf = Object.fromEntries(boxes.map((box) => [box.name, box]))
  const right = Math.max(...boxes.filter(({ layer }) => layer > 0).map(({ x, width }) => x + width))
  const laneOf = (target) => right + LANE * (plan.lanes.indexOf(target) + 1)
  const bottomOf = (layer) => Math.max(...boxes.filter((box) => box.layer === layer).map(({ y, height }) => y + height))
  const trackOf = (target, layer) => bottomOf(layer + 1) + BELOW_BOX + plan.tracksAbove(layer).indexOf(target) * TRACK

  return edges.map((edge) => {
    const [from, to] = [boxOf[edge.from], boxOf[edge.to]]
    const isNear = from.layer === to.layer + 1
    const start = stubOf(edge, edges, from, plan)
    const lane = isNear ? start : laneOf(edge.to)
    const entry = isOver(lane, to) ? lane : to.x + to.width - 40
    const [first, last] = [trackOf(edge.to, from.layer - 1), trackOf(edge.to, to.layer)]
    const corners = [
      [start, from.y + from.height],
      [start, first],
      [lane, first],
      [lane, last],
      [entry, last],
      [entry, to.y],
    ]
    return { ...edge, points: withoutStraight(withoutTwins(corners)) }
  })
}

function withoutTwins(corners) {
  return corners.filter(([x, y], index) => index === 0 || x !== corners[index - 1][0] || y !== corners[index - 1][1])
}

/** Only the corners where the line turns. */
function withoutStraight(corners) {
  return corners.filter(([x, y], index) => {
    const [before, after] = [corners[index - 1], corners[index + 1]]
    const isStraight = before && after && ((before[0] === x && after[0] === x) || (before[1] === y && after[1] === y))
    return !isStraight
  })
}

function isOver(x, box) {
  return x > box.x + 12 && x < box.x + box.width - 12
}

/** Arrows leave a box side by side at its right, those to outer lanes outermost. */
function stubOf({ to }, edges, box, plan) {
  const own = edges.filter(({ from }) => from === box.name).map((edge) => edge.to)
  const order = plan
    .tracksAbove(box.layer - 1)
    .toReversed()
    .filter((target) => own.includes(target))
  const step = Math.min(STUB, (box.width - 20) / order.length)
  return box.x + box.width - 30 - (order.length - 1 - order.indexOf(to)) * step
}
