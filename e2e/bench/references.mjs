import { fork } from 'node:child_process'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { startNextShop } from './next-shop.mjs'
import { getCompressed } from './site.mjs'

const LISTING = '/courses'
const LIMIT = '/limit-of-courses'
const SCRIPTS = /<script\b.*?<\/script>/gs
const LINKS = /<link\b[^>]*>/g
const SCRIPT_HINT = /\brel="modulepreload"|\bas="script"/
const FILES = /["'(](\/[^"'()\s]+\.(?:svg|png|jpe?g|webp|avif|woff2|ico))["')]/g
/** Headers that belong to one connection or one copy of a document. */
const PASSING = new Set(['connection', 'date', 'etag', 'keep-alive', 'transfer-encoding', 'content-length'])

// Pictures beside the text are smaller than the text, so that the largest paint is the first one.
const CSS = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#13222e}
main{max-width:72rem;margin:auto;padding:1rem}ul{display:grid;gap:1.5rem;padding:0;list-style:none;
grid-template-columns:repeat(auto-fill,minmax(18rem,1fr))}li{border:1px solid #d3dde0;padding:1rem}
img{float:right;width:6rem;height:auto}h3,p{margin:0 0 .5rem}`

/**
 * Starts what pages are compared with: their twins, and the limit page and the minimal Next shop beside the listing.
 * @returns `pagesOf(route)`: name → address of the page itself and of those
 */
export async function startReferences({ site, beside, routes, browser, progress }) {
  const twins = await Promise.all(routes.map((route) => readTwin(site.url, route)))
  const listing = routes.includes(LISTING) && (await readListing(site.url, browser))
  const limit = listing ? [limitPage(listing, twins[routes.indexOf(LISTING)].headers)] : []
  const server = await startMemoryServer({ origin: site.url, documents: [...twins, ...limit] })
  // Every file is in memory before the first run.
  const files = new Set(twins.flatMap((twin) => twin.files))
  await Promise.all([...files].map((file) => getCompressed(server.url + file).catch(() => {})))
  // Without a registry there is no Next shop, and its rows stay away; the others do not need it.
  const next = listing
    ? await startNextShop(site.url, listing, CSS).catch(({ message }) => progress(`no Next shop: ${message}`))
    : undefined
  return {
    pagesOf: (route) => ({
      ours: site.url + route,
      twin: server.url + route,
      ...(beside && { beside: beside.url + route }),
      ...(route === LISTING && { limit: server.url + LIMIT }),
      ...(route === LISTING && next && { next: next.url + route }),
    }),
    async stop() {
      server.stop()
      await next?.stop()
    },
  }
}

/** A page's own HTML with every script and script hint removed, ready to be sent from memory. */
async function readTwin(origin, route) {
  const { headers, body } = await getCompressed(origin + route)
  const html = brotliDecompressSync(body)
    .toString()
    .replace(SCRIPTS, '')
    .replace(LINKS, (link) => (SCRIPT_HINT.test(link) ? '' : link))
  return { ...documentOf(route, html, headers), files: [...html.matchAll(FILES)].map(([, file]) => file) }
}

function documentOf(url, html, headers) {
  const body = brotli(html)
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.has(name))
  return { url, body, headers: { ...Object.fromEntries(lasting), 'content-length': `${body.length}` } }
}

/** Compressed as well as the origin compresses: Brotli's best. */
export function brotli(text) {
  const content = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return brotliCompressSync(content, { params })
}

/** The listing as one would write it by hand: the same texts and images, inline styles, no script. */
function limitPage({ title, heading, cards }, headers) {
  const plain = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const items = cards.map(({ image, isEager, title, texts }) => {
    const paragraphs = texts.map((text) => `<p>${plain(text)}</p>`).join('')
    const lazy = isEager ? '' : ' loading="lazy"'
    return `<li><img src="${image}" alt="" width="480" height="300"${lazy}><h3>${plain(title)}</h3>${paragraphs}</li>`
  })
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`
  const html = `<!doctype html><html lang="en-GB"><head>${head}<title>${plain(title)}</title><style>${CSS}</style></head><body><main><h1>${plain(heading)}</h1><ul>${items.join('')}</ul></main></body></html>`
  // The site's policy allows the site's own styles only.
  const { 'content-security-policy': _, ...others } = headers
  return documentOf(LIMIT, html, others)
}

async function readListing(origin, browser) {
  const page = await browser.newPage()
  await page.goto(origin + LISTING)
  const listing = await page.evaluate(() => ({
    title: document.title,
    heading: document.querySelector('main h1').textContent,
    cards: [...document.querySelectorAll('main li:has(h3):has(form)')].map((card) => ({
      image: card.querySelector('img').getAttribute('src'),
      isEager: card.querySelector('img').loading !== 'lazy',
      title: card.querySelector('h3').textContent,
      texts: [...card.querySelectorAll('p')].map((it) => it.textContent),
    })),
  }))
  await page.close()
  return listing
}

/**
 * Starts the server no site can be faster than.
 * @param documents `{ url, headers, body }`; any other address is answered as the origin does
 */
export async function startMemoryServer({ origin, documents }) {
  const child = fork(path.join(import.meta.dirname, 'memory-server.mjs'))
  const answer = () => new Promise((resolve, reject) => child.once('message', resolve).once('error', reject))
  const { port } = await answer()
  child.send({ origin, documents: documents.map((it) => ({ ...it, body: it.body.toString('base64') })) })
  await answer()
  return { url: `http://localhost:${port}`, stop: () => child.kill() }
}
