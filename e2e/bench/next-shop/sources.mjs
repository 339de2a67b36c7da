/** Pinned, so that the reference stays the same until somebody raises it. */
const versions = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }

/**
 * The smallest shop one would write with Next.js: the same listing, a header with a link and the number of courses in
 * the cart, a button on each card. Rendered ahead, styles inline, as Next's guide recommends.
 * @param origin where the pictures come from
 * @param listing heading and cards of `/courses`
 * @returns file → its text
 */
export function nextShopFiles(origin, listing, css) {
  return {
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies: versions }),
    'next.config.mjs': `export default {
  experimental: { inlineCss: true },
  rewrites: async () => [{ source: '/images/:path*', destination: '${origin}/images/:path*' }],
}`,
    'app/shop.css': css,
    'app/listing.json': JSON.stringify(listing),
    'app/cart.js': CART,
    'app/layout.js': LAYOUT,
    'app/page.js': `export default function Home() { return <main><h1>Home</h1></main> }`,
    'app/courses/page.js': LISTING,
  }
}

const CART = `'use client'
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
}`

const LAYOUT = `import Link from 'next/link'
import { CartCount, CartProvider } from './cart'
import './shop.css'
export default function Layout({ children }) {
  return <html lang="en-GB"><body><CartProvider>
    <header><Link href="/">Home</Link> <CartCount /></header>{children}
  </CartProvider></body></html>
}`

const LISTING = `import { AddToCart } from '../cart'
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
}`
