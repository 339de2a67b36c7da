import { mountHarness } from '@site/shared/harness'
import SignInPage from './account/sign-in-page'
import SignUpPage from './account/sign-up-page'
import CartPage from './cart/cart-page'
import CheckoutPage from './checkout/checkout-page'

mountHarness({
  '/cart': CartPage,
  '/login': SignInPage,
  '/signup': SignUpPage,
  '/checkout': CheckoutPage,
})
