export type Route = { path: string; owner: 'shell' | 'catalog' | 'content' | 'checkout'; heading: RegExp }

/** The routes (R2, R202), one address each: the package that renders it and its heading. */
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
