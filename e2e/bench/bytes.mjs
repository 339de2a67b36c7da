import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { browserPackages } from '../../scripts/lib/packages.mjs'
import { readRouteScripts } from './browser.mjs'
import { CHECKOUT } from './options.mjs'
import { buildSinglePageApp } from './single-page-app.mjs'
import { deploySite, distOf, getCompressed, readRelease, untilAnother } from './site.mjs'
import { figureRow, largestOf, ratioRow } from './table.mjs'
import { createTree } from './tree.mjs'

const LISTING = '/courses'
const limits = { '/': 115, '/courses': 128, '/blog': 124, '/cart': 128 }
/** One text of a source file of each, and what its release may cost a browser without deltas, in kB. */
const changes = [
  { name: 'catalog', file: 'src/courses/courses-page.tsx', from: 'Available Courses', to: 'Courses on offer', most: 8 },
  { name: 'shell', file: 'src/footer/footer.tsx', from: 'Quick Links', to: 'Short cuts', most: 12 },
]

/** P1's HTML, P4, P5 and P9, in Brotli bytes as they are sent. */
export async function measureBytes({ site, options, browser, progress }) {
  const routes = []
  for (const route of options.routes) {
    progress(`bytes: ${route}`)
    routes.push(await readRoute(site.url, route, browser))
  }
  progress('bytes: the same application without federation')
  const single = await buildSinglePageApp(path.join(site.folder, 'single-page-app'))
  const chunks = chunksByPath()
  // What a page asks for once it is interactive is the same code in both.
  const comparable = routes.filter(({ route }) => single.has(chunks.get(route)))
  for (const each of comparable) each.singleJs = single.get(chunks.get(each.route)) + each.lateJs
  const html = largestOf(routes.map(({ route, html }) => ({ route, value: html })))
  const row = (goal, measured, ours, given) => figureRow({ goal, measured, unit: 'kB', ours: ours / 1000, ...given })
  const rows = [
    row('P1', `HTML, heaviest: ${html.route}`, html.value, { most: 25 }),
    ...routes.map(({ route, js }) =>
      row(limits[route] ? 'P4' : '–', `JavaScript ${route}`, js, { most: limits[route] }),
    ),
    checkoutRow(routes),
    ...comparable.map(({ route, js, singleJs }) => {
      const given = { ours: js / 1000, reference: singleJs / 1000, most: 1.5 }
      return ratioRow({ goal: 'P5', measured: `JavaScript ${route} : without federation`, unit: 'kB', ...given })
    }),
    ...(await measureChanges({ browser, progress })).map(({ name, most, bytes }) =>
      row('P9', `scripts of ${LISTING} that a release of ${name} with one changed text makes new`, bytes, { most }),
    ),
  ]
  return { rows, details: routes }
}

async function readRoute(url, route, browser) {
  const { body } = await getCompressed(url + route)
  const html = brotliDecompressSync(body).toString()
  const scripts = await readRouteScripts(browser, { url, route, hasCart: route === CHECKOUT })
  // A payment provider's own script is not ours.
  const own = scripts.filter((script) => new URL(script).pathname.startsWith('/assets/'))
  const late = own.filter((script) => !html.includes(new URL(script).pathname))
  return { route, html: body.length, js: await bytesOf(own), lateJs: await bytesOf(late), scripts }
}

export async function bytesOf(addresses) {
  const sizes = await Promise.all(addresses.map(async (address) => (await getCompressed(address)).body.length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The script of each page, by its address. */
function chunksByPath() {
  const pages = browserPackages.flatMap((name) => readRelease(distOf(name)).pages)
  return new Map(pages.map(({ path: address, module }) => [address, module.replace('./', '')]))
}

/** Scripts that only the checkout page asks for; a payment provider's are always among them. */
function checkoutRow(routes) {
  const isCheckouts = (script) => /\/checkout-page\.|stripe|paypal/i.test(script)
  const found = routes.filter(({ route, scripts }) => route !== CHECKOUT && scripts.some(isCheckouts))
  const measured = `pages that load what only checkout needs ${found.map(({ route }) => route)}`.trim()
  return figureRow({ goal: 'P4', measured, unit: '', ours: found.length, most: 0 })
}

async function measureChanges({ browser, progress }) {
  const site = await deploySite()
  const tree = await createTree('bench')
  const measured = []
  try {
    let before = await readRouteScripts(browser, { url: site.url, route: LISTING })
    for (const { name, file, from, to, most } of changes) {
      progress(`bytes: a release of ${name} with one changed text`)
      await tree.edit(path.join(name, file), from, to)
      const dist = await tree.build(name)
      await site.command('publish', name, '--from', dist)
      const release = `${name}@${readRelease(dist).version}`
      await untilAnother(site.url + LISTING, () => site.command('activate', release))
      const after = await readRouteScripts(browser, { url: site.url, route: LISTING })
      measured.push({ name, most, bytes: await bytesOf(after.filter((script) => !before.includes(script))) })
      before = after
    }
  } finally {
    await site.remove()
  }
  return measured
}
