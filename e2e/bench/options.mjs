import { parseArgs } from 'node:util'

const parts = ['lighthouse', 'bytes', 'throughput', 'navigation', 'interaction', 'operations', 'buying', 'outage']
/** With an empty cart the checkout sends its visitor to the listing. */
export const CHECKOUT = '/checkout'
/** The 13 routes, one address each; simulated throttling is quick enough for all of them. */
const routes = [
  '/',
  '/about',
  '/contact',
  '/courses',
  '/courses/citb-ssp',
  '/blog',
  '/blog/1',
  '/careers',
  '/policies',
  '/cart',
  '/login',
  '/signup',
  CHECKOUT,
]
/** Real throttling waits far longer for a page to fall quiet, so only one page of each package has it. */
const throttledRoutes = ['/', '/courses', '/blog', '/cart']

const usage = `npm run bench -- [--routes /courses,/cart] [--runs 3] [--only ${parts.join(',')}]`

/** @throws Error that says how the command is used */
export function readOptions(args) {
  const { values } = parse(args)
  const runs = Number(values.runs ?? 3)
  const only = listOf(values.only) ?? parts
  const unknown = only.filter((part) => !parts.includes(part))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.\n${usage}`)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a number from 1.\n${usage}`)
  const chosen = listOf(values.routes)
  return { runs, only, routes: chosen ?? routes, throttledRoutes: chosen ?? throttledRoutes }
}

function parse(args) {
  try {
    return parseArgs({
      args,
      options: { routes: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } },
    })
  } catch (cause) {
    throw new Error(`${cause.message}\n${usage}`, { cause })
  }
}

function listOf(text) {
  return text?.split(',').filter(Boolean)
}
