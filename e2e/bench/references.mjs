import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { root } from '../../scripts/lib/packages.mjs'
import { installOnDemand } from '../support/install-on-demand.mjs'
import { getCompressed, runNode } from './site.mjs'

const dependencies = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }
const READY_MS = 60_000

/**
 * Starts a minimal static Next.js shop with the same listing.
 * @param origin source of the pictures
 * @param listing heading and cards of `/courses`
 */
async function startNextShop(origin, listing, css) {
  const installed = path.join(installOnDemand('next', { dependencies }), 'node_modules')
  const folder = path.join(root, '.cache/next-shop')
  await rm(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(filesOf(origin, listing, css))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  await symlink(installed, path.join(folder, 'node_modules'))
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const next = path.join(installed, 'next/dist/bin/next')
  await runNode([next, 'build', '--webpack'], { cwd: folder, env })
  const port = String(await freePort())
  const child = spawn(process.execPath, [next, 'start', '-p', port], { cwd: folder, env, stdio: 'ignore' })
  stopChildAtEnd(child)
  const url = `http://localhost:${port}`
  for (const deadline = Date.now() + READY_MS; ; await wait(200)) {
    const response = await fetch(`${url}/courses`).catch(() => undefined)
    if (response?.ok) return { url }
    if (Date.now() > deadline) throw new Error(`${url} does not answer`)
  }
}

const filesOf = (origin, listing, css) => ({
  'package.json': JSON.stringify({ private: true, type: 'module', dependencies }),
  'next.config.mjs': `export default {
  experimental: { inlineCss: true },
  rewrites: async () => [{ source: '/images/:path*', destination: '${origin}/images/:path*' }],
}`,
  'app/shop.css': css,
  'app/listing.json': JSON.stringify(listing),
  'app/cart.js': `'use client'
import { createContext, useContext, useState } from 'react'
const Cart = createContext(null)
export function CartProvider({ children }) {
  const [titles, setTitles] = useState([])
  return <Cart value={{ titles, add: (title) => setTitles([...titles, title]) }}>{children}</Cart>
}
export function CartCount() { return <span>{useContext(Cart).titles.length}</span> }
export function AddToCart({ title }) {
  const { add } = useContext(Cart)
  return <button type="button" onClick={() => add(title)}>Add to Cart</button>
}`,
  'app/layout.js': `import Link from 'next/link'
import { CartCount, CartProvider } from './cart'
import './shop.css'
export default function Layout({ children }) {
  return <html lang="en-GB"><body><CartProvider>
    <header><Link href="/">Home</Link> <CartCount /></header>{children}
  </CartProvider></body></html>
}`,
  'app/page.js': `export default function Home() { return <main><h1>Home</h1></main> }`,
  'app/courses/page.js': `import { AddToCart } from '../cart'
import listing from '../listing.json'
export const metadata = { title: listing.title }
export default function Courses() {
  return <main><h1>{listing.heading}</h1><ul>{listing.cards.map(({ image, title, texts }) => (
    <li key={title}>
      <img src={image} alt="" width="480" height="300" />
      <h3>{title}</h3>
      {texts.map((text) => <p key={text}>{text}</p>)}
      <AddToCart title={title} />
    </li>
  ))}</ul></main>
}`,
})

const LISTING = '/courses'
const LIMIT = '/limit-of-courses'
const SCRIPTS = /<script\b.*?<\/script>/gs
const LINKS = /<link\b[^>]*>/g
const SCRIPT_HINT = /\brel="modulepreload"|\bas="script"/
const FILES = /["'(](\/[^"'()\s]+\.(?:svg|png|jpe?g|webp|avif|woff2|ico))["')]/g
const PASSING = new Set(['connection', 'date', 'etag', 'keep-alive', 'transfer-encoding', 'content-length'])

// Pictures are smaller than the text, so that text is the largest paint.
const CSS = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#13222e}
main{max-width:72rem;margin:auto;padding:1rem}ul{display:grid;gap:1.5rem;padding:0;list-style:none;
grid-template-columns:repeat(auto-fill,minmax(18rem,1fr))}li{border:1px solid #d3dde0;padding:1rem}
img{float:right;width:6rem;height:auto}h3,p{margin:0 0 .5rem}`

export async function startReferences({ site, routes, browser, progress }) {
  const twins = await Promise.all(routes.map((route) => readTwin(site.url, route)))
  const listing = routes.includes(LISTING) && (await readListing(site.url, browser))
  const limit = listing ? [limitPage(listing, twins[routes.indexOf(LISTING)].headers)] : []
  const server = await startMemoryServer({ origin: site.url, documents: [...twins, ...limit] })
  const files = new Set(twins.flatMap((twin) => twin.files))
  await Promise.all([...files].map((file) => getCompressed(server.url + file).catch(() => {})))
  // Needs a registry.
  const next = listing
    ? await startNextShop(site.url, listing, CSS).catch(({ message }) => progress(`no Next shop: ${message}`))
    : undefined
  return {
    pagesOf: (route) => ({
      ours: site.url + route,
      twin: server.url + route,
      ...(route === LISTING && { limit: server.url + LIMIT }),
      ...(route === LISTING && next && { next: next.url + route }),
    }),
  }
}

async function readTwin(origin, route) {
  const { headers, body } = await getCompressed(origin + route)
  const text = brotliDecompressSync(body).toString()
  const html = text.replace(SCRIPTS, '').replace(LINKS, (link) => (SCRIPT_HINT.test(link) ? '' : link))
  return { ...documentOf(route, html, headers), files: [...html.matchAll(FILES)].map(([, file]) => file) }
}

function documentOf(url, html, headers) {
  const body = brotli(html)
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.has(name))
  return { url, body, headers: { ...Object.fromEntries(lasting), 'content-length': `${body.length}` } }
}

export function brotli(text) {
  const content = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return brotliCompressSync(content, { params })
}

function limitPage({ title, content, font }, headers) {
  const face = `@font-face{font-family:Site;src:url(${font})format("woff2");font-weight:400 750;font-display:swap}`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>`
  const preload = `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`
  const style = `<style>${face}${CSS.replace('system-ui', 'Site')}</style>`
  const html = `<!doctype html><html lang="en-GB"><head>${head}${preload}${style}</head><body>${content}</body></html>`
  const { 'content-security-policy': _, ...others } = headers
  return documentOf(LIMIT, html, others)
}

/** Heading, cards and typeface of the listing, and as plain HTML the texts and pictures that a phone shows. */
async function readListing(origin, browser) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
  await page.goto(origin + LISTING)
  const listing = await page.evaluate(() => ({
    title: document.title,
    font: document.querySelector('link[rel="preload"][as="font"]').getAttribute('href'),
    heading: document.querySelector('main h1').textContent,
    cards: [...document.querySelectorAll('main li:has(h3):has(form)')].map((card) => ({
      image: card.querySelector('img').getAttribute('src'),
      title: card.querySelector('h3').textContent,
      texts: [...card.querySelectorAll('p')].map((it) => it.textContent),
    })),
  }))
  const content = await page.evaluate(() => {
    const kept = new Set(['src', 'alt', 'width', 'height'])
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || element.closest('svg')) element.remove()
      else if (element.matches('div, span, form, section, nav')) element.replaceWith(...element.childNodes)
      else for (const { name } of [...element.attributes]) if (!kept.has(name)) element.removeAttribute(name)
    }
    return document.body.innerHTML
  })
  await page.close()
  return { ...listing, content }
}

export async function startMemoryServer({ origin, documents }) {
  const child = fork(path.join(import.meta.dirname, 'memory-server.mjs'))
  const stop = stopChildAtEnd(child)
  child.send({ origin, documents: documents.map((it) => ({ ...it, body: it.body.toString('base64') })) })
  const [{ port }] = await once(child, 'message')
  return { url: `http://localhost:${port}`, stop }
}
