import { execFile, spawn } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { root } from '../../scripts/lib/packages.mjs'
import { stopChildAtEnd } from '../../scripts/lib/stop-at-end.mjs'
import { installOnDemand } from '../support/install-on-demand.mjs'

/** Pinned, so that the reference stays the same until somebody raises it. */
const dependencies = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }
const READY_MS = 60_000

/**
 * Builds and starts the smallest shop one would write with Next.js: the same listing, a header with a link and the number
 * of courses in the cart, a button on each card. Rendered ahead, styles inline, as Next's guide recommends.
 * @param origin where the pictures come from
 * @param listing heading and cards of `/courses`
 */
export async function startNextShop(origin, listing, css) {
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
  const building = promisify(execFile)(process.execPath, [next, 'build', '--webpack'], { cwd: folder, env })
  stopChildAtEnd(building.child)
  await building
  const port = String(await freePort())
  const child = spawn(process.execPath, [next, 'start', '-p', port], { cwd: folder, env, stdio: 'ignore' })
  const stop = stopChildAtEnd(child)
  const url = `http://localhost:${port}`
  for (const deadline = Date.now() + READY_MS; ; await wait(200)) {
    const response = await fetch(`${url}/courses`).catch(() => undefined)
    if (response?.ok) return { url, stop }
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
  return <main><h1>{listing.heading}</h1><ul>{listing.cards.map(({ image, isEager, title, texts }) => (
    <li key={title}>
      <img src={image} alt="" width="480" height="300" loading={isEager ? 'eager' : 'lazy'} />
      <h3>{title}</h3>
      {texts.map((text) => <p key={text}>{text}</p>)}
      <AddToCart title={title} />
    </li>
  ))}</ul></main>
}`,
})
