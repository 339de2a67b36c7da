import path from 'node:path'
import { parseArgs } from 'node:util'

const parts = ['lighthouse', 'bytes', 'throughput', 'navigation', 'interaction', 'operations', 'loop']
/** `scale` takes longer than all others together, so it is measured by its name alone. */
const allParts = [...parts, 'scale']
/** With an empty cart the checkout sends its visitor to the listing. */
export const CHECKOUT = '/checkout'
/** The 13 routes, one address each, and what a visitor who is not signed in sees of the account. */
const routes = [
  ...['/', '/about', '/contact', '/courses', '/courses/citb-ssp', '/blog', '/blog/1', '/careers', '/policies', '/cart'],
  ...['/login', '/signup', '/account', '/account/orders/order', '/reset-password', CHECKOUT],
]
/** Lighthouse's own names. */
const throttlings = ['simulate', 'devtools']
const usage = `npm run bench -- [--routes /courses,/cart] [--runs 3] [--throttling ${throttlings}] [--beside ../other-checkout] [--only ${allParts}]`

/** @throws Error that says how the command is used */
export function readOptions(args) {
  const names = ['routes', 'runs', 'only', 'throttling', 'beside']
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  try {
    const { values } = parseArgs({ args, options })
    const runs = Number(values.runs ?? 3)
    if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a number from 1.')
    return {
      runs,
      routes: listOf(values.routes) ?? routes,
      beside: values.beside && path.resolve(values.beside),
      only: known('part', listOf(values.only) ?? parts, allParts),
      throttling: known('throttling', listOf(values.throttling) ?? throttlings, throttlings),
    }
  } catch (cause) {
    throw new Error(`${cause.message}\n${usage}`, { cause })
  }
}

function known(what, names, all) {
  for (const name of names) if (!all.includes(name)) throw new Error(`There is no ${what} ${name}.`)
  return names
}

const listOf = (text) => text?.split(',').filter(Boolean)
