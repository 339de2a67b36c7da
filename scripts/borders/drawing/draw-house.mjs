import { arrangePackages } from './arrange-packages.mjs'
import { graphOf } from './graph.mjs'
import { planRoutes, routeArrows } from './route-arrows.mjs'
import { toSvg } from './svg.mjs'

const HEADING = 100

/**
 * The drawing of what imports what, as the text of an SVG file.
 * @throws Error where an import leads upward or in a circle
 */
export function drawHouse(house) {
  return drawGraph(graphOf(house))
}

export function drawGraph(graph) {
  const plan = planRoutes(graph)
  const { boxes, height } = arrangePackages(graph, { top: HEADING, lanes: plan.laneWidth, gapAbove: plan.gapAbove })
  return toSvg({ boxes, routes: routeArrows(graph, boxes, plan), targets: plan.targets, height })
}
