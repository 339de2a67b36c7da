import { mountHarness } from '@site/shared/harness'
import { SITE_CONFIG_ID, type SiteConfig } from '@site/shared/site-config'
import SignInPage from './account/sign-in-page'
import SignUpPage from './account/sign-up-page'
import CartPage from './cart/cart-page'
import CheckoutPage from './checkout/checkout-page'
import AccountPage from './own-account/account-page'
import OrderPage from './own-account/order-page'
import ResetPage from './own-account/reset-page'

// The harness has no configuration in its page.
const config: Partial<SiteConfig> = { apiBase: '/api', sandbox: true }
const script = Object.assign(document.createElement('script'), { id: SITE_CONFIG_ID, type: 'application/json' })
script.textContent = JSON.stringify(config)
document.head.append(script)

mountHarness({
  '/cart': CartPage,
  '/login': SignInPage,
  '/signup': SignUpPage,
  '/account': AccountPage,
  '/account/orders/:id': OrderPage,
  '/reset-password': ResetPage,
  '/checkout': CheckoutPage,
})
