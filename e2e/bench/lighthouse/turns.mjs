import { CHECKOUT } from '../options.mjs'

const cartRoutes = ['/cart', CHECKOUT]

/** Each route, and those that a cart changes with one; the checkout shows nothing without. */
export function visitsOf(routes) {
  return [
    ...routes.filter((route) => route !== CHECKOUT).map((route) => ({ name: route, route })),
    ...routes
      .filter((route) => cartRoutes.includes(route))
      .map((route) => ({ name: `${route} with a filled cart`, route, hasCart: true })),
  ]
}

/**
 * The pages take turns, the first one too, so that what the machine does meanwhile meets all of them alike.
 * @param pages name → address
 * @returns name → what `measure` gave for its address, so many times
 */
export async function inTurns(pages, count, measure) {
  const runs = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let index = 0; index < count; index++) {
    const turn = Object.entries(pages)
    for (const [name, url] of index % 2 === 0 ? turn : turn.reverse()) runs[name].push(await measure(url))
  }
  return runs
}
