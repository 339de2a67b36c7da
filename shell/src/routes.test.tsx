import { announce } from '@site/shared/announce'
import { CartProvider } from '@site/shared/cart'
import { Link } from '@site/shared/navigation'
import { routesNear } from '@site/shared/site-config'
import { resetCart } from '@site/shared/testing'
import { installDialog } from '@site/shared/testing/dialog'
import { act, render, screen, waitFor, within } from '@testing-library/react'
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

installDialog()
window.scrollTo = () => {}
beforeEach(resetCart)

describe('routes', () => {
  it.each([
    ['R4', '/courses?category=food', 'catalog/courses-page'],
    ['R5', '/blog/3', 'content/blog-post-page'],
    ['R6', '/cart', 'checkout/cart-page'],
    ['R7', '/about', 'shell/about-page'],
  ])('%s: %s is rendered by %s', (_requirement, address, module) => {
    renderSite(address)
    const heading = screen.getByRole('heading', { level: 1, name: module })
    expect(heading.closest('[data-boundary]')).toHaveAttribute('data-boundary', module.split('/')[0])
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

  it('reads the title of a page out after a client navigation, and speaks the same sentence again', async () => {
    renderSite('/careers', (name) => (
      <>
        <title>{name}</title>
        <Link to="/blog">to the blog</Link>
      </>
    ))
    await userEvent.click(screen.getByRole('link', { name: 'to the blog' }))
    const spoken = await within(screen.getByRole('status')).findByText('content/blog-page')
    act(() => announce('content/blog-page'))
    expect(screen.getByRole('status')).toHaveTextContent('content/blog-page')
    expect(spoken).not.toBeInTheDocument()
  })

  // The popup closes on the navigation and drops the focus.
  it('moves the focus into the page after a link that closes with its popup', async () => {
    renderSite('/careers')
    await userEvent.click(screen.getByRole('button', { name: /^Cart/ }))
    await userEvent.click(screen.getByRole('link', { name: 'Browse Courses' }))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('leaves the focus where the visitor has put it before the next page is painted', async () => {
    const frames: FrameRequestCallback[] = []
    renderSite('/careers', (name) => (
      <>
        <h1>{name}</h1>
        <Link to="/blog">to the blog</Link>
      </>
    ))
    jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback))
    await userEvent.click(screen.getByRole('link', { name: 'to the blog' }))
    // On a busy machine the click returns before the page is rendered.
    await screen.findByRole('heading', { name: 'content/blog-page' })
    await waitFor(() => expect(frames).not.toHaveLength(0))
    jest.mocked(requestAnimationFrame).mockRestore()
    const link = screen.getByRole('link', { name: 'to the blog' })
    link.focus()
    await act(async () => {
      for (const draw of frames) draw(performance.now())
    })
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(link).toHaveFocus()
  })
})
