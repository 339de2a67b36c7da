import path from 'node:path'
import { browserPackages } from '../../../scripts/lib/packages.mjs'
import { CHECKOUT } from '../options.mjs'
import { figureRow, ratioRow } from '../report/rows.mjs'
import { largestOf } from '../report/statistics.mjs'
import { brotli, unbrotli } from '../site/brotli.mjs'
import { getCompressed } from '../site/get.mjs'
import { readPackageBytes } from './read-package.mjs'
import { measureReturningVisitor } from './returning-visitor.mjs'
import { readRouteScripts } from './route-scripts.mjs'
import { buildSinglePageApp } from './single-page-app.mjs'

const kB = (bytes) => bytes / 1000
const scriptLimits = { '/': 115, '/courses': 128, '/blog': 124, '/cart': 128 }

/** P1's HTML, P4, P5 and P9: Brotli bytes as they are sent. */
export async function measureBytes({ origin, site, options, browser, progress }) {
  const { pages } = await site.readComposition()
  const sizes = new Map()
  const routes = []
  for (const route of options.routes) {
    progress(`bytes: ${route}`)
    const [, chunk] = pages[route].module.split('/')
    routes.push({ chunk, ...(await readRoute(origin.url, route, browser, sizes)) })
  }
  progress('bytes: the same application without federation')
  const single = await buildSinglePageApp(path.join(site.folder, 'single-page-app'))
  // What a page asks for once it is interactive is the same code in both.
  for (const each of routes) each.singleJs = single.get(each.chunk) + each.lateJs
  const packages = await Promise.all(browserPackages.map(readPackageBytes))
  const returning = await measureReturningVisitor({ browser, progress })
  return { rows: [...rowsOf(routes, packages), ...returning], details: { routes, packages } }
}

async function readRoute(origin, route, browser, sizes) {
  const { body } = await getCompressed(origin + route)
  const html = unbrotli(body)
  const styles = [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
  const scripts = {}
  for (const address of await readRouteScripts(browser, { origin, route, hasCart: route === CHECKOUT })) {
    if (!sizes.has(address)) sizes.set(address, (await getCompressed(address)).body.length)
    scripts[new URL(address).pathname] = sizes.get(address)
  }
  // A payment provider's own script is not ours.
  const own = Object.keys(scripts).filter((script) => script.startsWith('/assets/'))
  const sum = (names) => names.reduce((bytes, name) => bytes + scripts[name], 0)
  const late = own.filter((script) => !html.includes(script))
  return { route, html: body.length, css: brotli(styles).length, js: sum(own), lateJs: sum(late), scripts }
}

function rowsOf(routes, packages) {
  const heaviest = largestOf(routes.map(({ route, html }) => ({ route, value: html })))
  return [
    figureRow({
      goal: 'P1',
      measured: `HTML, heaviest: ${heaviest.route}`,
      unit: 'kB',
      ours: kB(heaviest.value),
      most: 25,
    }),
    ...routes.map(({ route, js }) => {
      const most = scriptLimits[route]
      return figureRow({
        goal: most ? 'P4' : '–',
        measured: `JavaScript ${route}`,
        unit: 'kB',
        ours: kB(js),
        ...(most && { most }),
      })
    }),
    ...checkoutRow(routes),
    ...routes.map(({ route, js, singleJs }) =>
      ratioRow({
        goal: 'P5',
        measured: `JavaScript ${route} : without federation`,
        unit: 'kB',
        ours: kB(js),
        reference: kB(singleJs),
        most: 1.5,
      }),
    ),
    ...packages.map(({ package: name, js, css }) =>
      figureRow({
        goal: '–',
        measured: `all JavaScript of ${name} (styles ${kB(css).toFixed(1)} kB)`,
        unit: 'kB',
        ours: kB(js),
      }),
    ),
  ]
}

/** Scripts that only the checkout page asks for; a payment provider's are always among them. */
function checkoutRow(routes) {
  const isCheckouts = (script) => /\/checkout-page\.|stripe|paypal/i.test(script)
  const found = routes.filter(({ route, scripts }) => route !== CHECKOUT && Object.keys(scripts).some(isCheckouts))
  const where = found.length > 0 ? `: ${found.map(({ route }) => route).join(', ')}` : ''
  return [
    figureRow({
      goal: 'P4',
      measured: `pages elsewhere that load what checkout needs${where}`,
      unit: '',
      ours: found.length,
      most: 0,
    }),
  ]
}
