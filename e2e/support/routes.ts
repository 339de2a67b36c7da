import { expect, type Page } from '@playwright/test'
import { courses } from './shop'

export type Route = { path: string; owner: 'shell' | 'catalog' | 'content' | 'checkout'; heading: RegExp }

/** R2, R202: one address of each route. */
export const routes: readonly Route[] = [
  { path: '/', owner: 'shell', heading: /safety training/i },
  { path: '/about', owner: 'shell', heading: /about/i },
  { path: '/contact', owner: 'shell', heading: /contact/i },
  { path: '/courses', owner: 'catalog', heading: /courses/i },
  { path: '/courses/citb-ssp', owner: 'catalog', heading: /Site Safety Plus/ },
  { path: '/blog', owner: 'content', heading: /blog/i },
  { path: '/blog/1', owner: 'content', heading: /./ },
  { path: '/careers', owner: 'content', heading: /career/i },
  { path: '/policies', owner: 'content', heading: /polic/i },
  { path: '/cart', owner: 'checkout', heading: /cart/i },
  { path: '/login', owner: 'checkout', heading: /^Sign in$/ },
  { path: '/signup', owner: 'checkout', heading: /^Create your account$/ },
  { path: '/account', owner: 'checkout', heading: /^Your account$/ },
  { path: '/account/orders/order_1763716276001_ab12cd34', owner: 'checkout', heading: /^Your order$/ },
  { path: '/reset-password', owner: 'checkout', heading: /^Reset your password$/ },
  { path: '/checkout', owner: 'checkout', heading: /^Checkout$/ },
]

export const paths = routes.map(({ path }) => path)

/** Search engines treat each category as a page. */
export const categories = [...new Set(courses.map(({ category }) => category))].map((it) => `/courses?category=${it}`)
const addresses = (isCheckouts: boolean) =>
  routes.filter(({ owner }) => (owner === 'checkout') === isCheckouts).map(({ path }) => path)
export const publicPages = [...addresses(false), ...categories, ...[2, 3, 4, 5].map((id) => `/blog/${id}`)]
/** Without an order. */
export const privatePages = addresses(true).filter((path) => !path.startsWith('/account/'))

/** R8 */
export async function expectFrame(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  if (new URL(page.url()).pathname === '/checkout') {
    await expect(header.getByRole('link', { name: 'Change your cart' })).toBeVisible()
  } else {
    await expect(header.getByRole('button', { name: /Cart/ })).toBeVisible()
    await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeVisible()
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Our Courses' })).toHaveAttribute('href', '/courses/citb-ssp')
  await expect(footer).toContainText('not accredited by or associated with')
  await expect(footer).toContainText('2025')
  const chat = page.getByRole('link', { name: /chat/i }).last()
  await expect(chat).toBeVisible()
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*safety/)
}
