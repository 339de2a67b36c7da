import '../styles/tokens.css'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router-dom'
import { CartProvider } from '../cart'
import { DesignPage } from './design-page'

/** Runs one remote without the shell, for `npm run dev -- <package> --alone`. */
export function mountHarness(own: Readonly<Record<string, ComponentType>>): void {
  const pages: typeof own = { ...own, '/design': DesignPage }
  const children = Object.entries(pages).map(([path, Page]) => ({ path, element: <Page /> }))
  const links = Object.keys(pages).filter((path) => !path.includes(':'))
  const router = createBrowserRouter([{ element: <Frame links={links} />, children }])
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <CartProvider>
      <RouterProvider router={router} />
    </CartProvider>,
  )
}

function Frame({ links }: { links: readonly string[] }) {
  return (
    <>
      <nav aria-label="Pages of this package">
        <ul>
          {links.map((path) => (
            <li key={path}>
              <Link to={path}>{path}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <Outlet />
      </main>
    </>
  )
}
