import path from 'node:path'
import { parseArgs } from 'node:util'

const parts = ['lighthouse', 'bytes', 'throughput', 'navigation', 'interaction', 'operations', 'loop']
/** Takes longer than all others together, so it is measured by its name alone. */
const lengthy = ['scale']
/** With an empty cart the checkout sends its visitor to the listing. */
export const CHECKOUT = '/checkout'
/** The 13 routes, one address each, and what a visitor who is not signed in sees of the account. */
const routes = [
  ...['/', '/about', '/contact', '/courses', '/courses/citb-ssp', '/blog', '/blog/1', '/careers', '/policies', '/cart'],
  ...['/login', '/signup', '/account', '/account/orders/order', '/reset-password', CHECKOUT],
]
/** Lighthouse's own names. */
const throttlings = ['simulate', 'devtools']

const usage = `npm run bench -- [--routes /courses,/cart] [--runs 3] [--throttling ${throttlings}] [--beside ../other-checkout] [--only ${[...parts, ...lengthy]}]`

/** @throws Error that says how the command is used */
export function readOptions(args) {
  const values = parse(args)
  const runs = Number(values.runs ?? 3)
  const only = listOf(values.only) ?? parts
  const throttling = listOf(values.throttling) ?? throttlings
  for (const part of only)
    if (![...parts, ...lengthy].includes(part)) throw new Error(`There is no part ${part}.\n${usage}`)
  for (const kind of throttling)
    if (!throttlings.includes(kind)) throw new Error(`There is no throttling ${kind}.\n${usage}`)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a number from 1.\n${usage}`)
  const beside = values.beside && path.resolve(values.beside)
  return { runs, only, throttling, beside, routes: listOf(values.routes) ?? routes }
}

function parse(args) {
  const names = ['routes', 'runs', 'only', 'throttling', 'beside']
  try {
    return parseArgs({ args, options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }).values
  } catch (cause) {
    throw new Error(`${cause.message}\n${usage}`, { cause })
  }
}

const listOf = (text) => text?.split(',').filter(Boolean)
