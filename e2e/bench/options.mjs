import { parseArgs } from 'node:util'

const parts = [
  'lighthouse',
  'visits',
  'bytes',
  'throughput',
  'navigation',
  'interaction',
  'operations',
  'loop',
  'buying',
  'outage',
]
/** Takes longer than all others together, so it is measured by its name alone. */
const lengthy = ['scale']
/** With an empty cart the checkout sends its visitor to the listing. */
export const CHECKOUT = '/checkout'
/** The 13 routes, one address each, and what a visitor who is not signed in sees of the account. */
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
  '/account',
  '/account/orders/order',
  '/reset-password',
  CHECKOUT,
]

/** Lighthouse's own names; the second is measured by `visits` in many of them, and by Lighthouse when it is asked for. */
const throttlings = ['simulate', 'devtools']

const usage = `npm run bench -- [--routes /courses,/cart] [--runs 3] [--throttling ${throttlings}] [--only ${[...parts, ...lengthy]}]`

/** @throws Error that says how the command is used */
export function readOptions(args) {
  const { values } = parse(args)
  const runs = Number(values.runs ?? 3)
  const only = listOf(values.only) ?? parts
  const throttling = listOf(values.throttling) ?? ['simulate']
  for (const part of only)
    if (![...parts, ...lengthy].includes(part)) throw new Error(`There is no part ${part}.\n${usage}`)
  for (const kind of throttling)
    if (!throttlings.includes(kind)) throw new Error(`There is no throttling ${kind}.\n${usage}`)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a number from 1.\n${usage}`)
  return { runs, only, throttling, routes: listOf(values.routes) ?? routes }
}

function parse(args) {
  try {
    return parseArgs({
      args,
      options: Object.fromEntries(['routes', 'runs', 'only', 'throttling'].map((name) => [name, { type: 'string' }])),
    })
  } catch (cause) {
    throw new Error(`${cause.message}\n${usage}`, { cause })
  }
}

function listOf(text) {
  return text?.split(',').filter(Boolean)
}
