import type { ReleaseManifest } from '@site/shared/release'

export default {
  pages: [
    { module: './cart-page', path: '/cart', noindex: true },
    { module: './sign-in-page', path: '/login', noindex: true },
    { module: './sign-up-page', path: '/signup', noindex: true },
    {
      module: './checkout-page',
      path: '/checkout',
      variants: { parameter: 'method', values: ['paypal'] },
      noindex: true,
    },
  ],
} satisfies ReleaseManifest
