const { remotePackage } = require('@site/remote-kit/webpack')

module.exports = remotePackage(__dirname, {
  exposes: {
    './cart-page': './src/cart/cart-page.tsx',
    './sign-in-page': './src/account/sign-in-page.tsx',
    './sign-up-page': './src/account/sign-up-page.tsx',
    './account-page': './src/own-account/account-page.tsx',
    './order-page': './src/own-account/order-page.tsx',
    './reset-page': './src/own-account/reset-page.tsx',
    './checkout-page': './src/checkout/checkout-page.tsx',
  },
})
