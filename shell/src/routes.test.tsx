import { CartProvider } from '@site/shared/cart'
import { Link } from '@site/shared/navigation'
import { routesNear } from '@site/shared/site-config'
import { resetCart } from '@site/shared/testing'
import { installDialog } from '@site/shared/testing/dialog'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { ModuleName } from './remotes/route-modules'
import { addRoutes, createRoutes } from './routes'
import { routes } from './testing/site'

function renderSite(at: string, renderModule: (name: ModuleName) => ReactNode = (name) => <h1>{name}</h1>) {
  const options = { renderPage: renderModule }
  const router = createMemoryRouter(createRoutes(routesNear(routes, at), options), {
    initialEntries: ['/about', at],
    patchRoutesOnNavigation: addRoutes(async (path) => routesNear(routes, path), options),
    hydrationData: { loaderData: {} },
  })
  render(
    <CartProvider>
      <RouterProvider router={router} />
    </CartProvider>,
  )
  return router
}

function Broken(): never {
  throw new Error('a bug')
}

installDialog()
window.scrollTo = () => {}
beforeEach(resetCart)

describe('routes', () => {
  it.each([
    ['R4', '/courses?category=food', 'catalog/courses-page', 'catalog'],
    ['R4', '/courses/citb-ssp', 'catalog/safety-plus-page', 'catalog'],
    ['R5', '/blog', 'content/blog-page', 'content'],
    ['R5', '/blog/3', 'content/blog-post-page', 'content'],
    ['R5', '/careers', 'content/careers-page', 'content'],
    ['R6', '/cart', 'checkout/cart-page', 'checkout'],
    ['R6', '/login', 'checkout/sign-in-page', 'checkout'],
    ['R194', '/account', 'checkout/account-page', 'checkout'],
    ['R201', '/account/orders/order_1', 'checkout/order-page', 'checkout'],
    ['R7', '/', 'shell/home-page', 'shell'],
    ['R7', '/about', 'shell/about-page', 'shell'],
    ['R7', '/contact', 'shell/contact-page', 'shell'],
  ])('%s: %s is rendered by %s', (_requirement, address, module, owner) => {
    renderSite(address)
    const heading = screen.getByRole('heading', { level: 1, name: module })
    expect(heading.closest('[data-boundary]')).toHaveAttribute('data-boundary', owner)
  })

  it('a page knows the routes near it, and learns the others when the visitor goes there', async () => {
    const router = renderSite('/careers', (name) => (
      <>
        <h1>{name}</h1>
        <Link to="/account/orders/order_1">to the order</Link>
      </>
    ))
    const known = () => router.routes[0]?.children?.map(({ path }) => path)
    expect(known()).toEqual(['/careers', '*'])
    await userEvent.click(screen.getByRole('link', { name: 'to the order' }))
    expect(await screen.findByRole('heading', { name: 'checkout/order-page' })).toBeInTheDocument()
    expect(known()).toEqual(['/careers', '*', '/account', '/account/orders/:id'])
    await act(() => router.navigate('/careers'))
    await act(() => router.navigate('/account'))
    expect(screen.getByRole('heading', { name: 'checkout/account-page' })).toBeInTheDocument()
    expect(known()).toHaveLength(4)
  })

  it.each(['/COURSES', '/%63ourses', '/courses/'])('%s is the listing, as it is with all routes', (address) => {
    renderSite(address)
    expect(screen.getByRole('heading', { name: 'catalog/courses-page' })).toBeInTheDocument()
  })

  it("R10: an unexpected error shows the router's default error page", () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => {})
    renderSite('/careers', () => <Broken />)
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument()
    errors.mockClear()
  })

  it('moves focus to the page and reads its title out after a client navigation', async () => {
    const announced: unknown[] = []
    window.addEventListener('site:announce', (event) => announced.push((event as CustomEvent).detail))
    renderSite('/careers', (name) => (
      <>
        <title>{name}</title>
        <Link to="/blog">to the blog</Link>
      </>
    ))
    await userEvent.click(screen.getByRole('link', { name: 'to the blog' }))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    await waitFor(() => expect(announced.at(-1)).toBe('content/blog-page'))
  })

  describe('the focus after a client navigation', () => {
    let frames: FrameRequestCallback[]

    async function goToBlog() {
      frames = []
      jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback))
      renderSite('/careers', (name) => (
        <>
          <h1>{name}</h1>
          <Link to="/blog">to the blog</Link>
        </>
      ))
      await userEvent.click(screen.getByRole('link', { name: 'to the blog' }))
      // On a busy machine the click returns before the page is rendered.
      await screen.findByRole('heading', { name: 'content/blog-page' })
      await waitFor(() => expect(frames).not.toHaveLength(0))
      jest.restoreAllMocks()
    }
    const paint = () =>
      act(async () => {
        for (const draw of frames) draw(performance.now())
      })

    it('moves once the next page is painted', async () => {
      await goToBlog()
      expect(screen.getByRole('main')).not.toHaveFocus()
      await paint()
      await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    })

    it('is left where the visitor has put it meanwhile', async () => {
      await goToBlog()
      const link = screen.getByRole('link', { name: 'to the blog' })
      link.focus()
      await paint()
      await act(() => new Promise((resolve) => setTimeout(resolve)))
      expect(link).toHaveFocus()
    })
  })
})
