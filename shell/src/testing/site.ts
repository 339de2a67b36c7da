import type { MenuEntry, SiteRoute } from '@site/shared/site-config'

const online = '/courses?category=online'

/** As the manifests of today's packages make it. */
export const menu: readonly MenuEntry[] = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about' },
  {
    label: 'Courses',
    links: [
      { label: 'All Courses', to: '/courses' },
      { label: 'CITB Site Safety Plus', to: '/courses/citb-ssp' },
      { label: 'Food Safety', to: '/courses?category=food' },
    ],
  },
  {
    label: 'Online Courses',
    links: [
      { label: 'Online CITB SSP', to: online },
      { label: 'Online Food Safety', to: `${online}&type=food` },
      { label: 'Online Health & Safety', to: `${online}&type=health` },
    ],
  },
  { label: 'Blog', to: '/blog' },
  { label: 'Contact', to: '/contact' },
]

export const routes: readonly SiteRoute[] = [
  ['/', 'shell/home-page'],
  ['/about', 'shell/about-page'],
  ['/contact', 'shell/contact-page'],
  ['/courses', 'catalog/courses-page'],
  ['/courses/citb-ssp', 'catalog/safety-plus-page'],
  ['/blog', 'content/blog-page'],
  ['/blog/:id', 'content/blog-post-page'],
  ['/careers', 'content/careers-page'],
  ['/cart', 'checkout/cart-page'],
  ['/login', 'checkout/sign-in-page', true],
  ['/account', 'checkout/account-page', true],
  ['/account/orders/:id', 'checkout/order-page', true],
].map(([path, module, alone]) => ({ path, module, ...(alone && { alone }) }) as SiteRoute)
