/** The 13 routes, and the page of an unknown post. */
export const pages = {
  home: '/',
  about: '/about',
  courses: '/courses',
  'safety-plus': '/courses/citb-ssp',
  blog: '/blog',
  'blog-post': '/blog/1',
  'blog-post-unknown': '/blog/none',
  careers: '/careers',
  contact: '/contact',
  policies: '/policies',
  'cart-empty': '/cart',
  'sign-in': '/login',
  'sign-up': '/signup',
}

const cart = [
  {
    id: 3,
    title: 'CITB Site Management Safety Training Scheme',
    duration: '5 Days',
    price: 499,
    image: '/images/courses/3.svg',
    quantity: 2,
  },
  {
    id: 17,
    title: 'Online CITB SSP',
    duration: 'Self-paced',
    price: 199,
    image: '/images/courses/17.svg',
    quantity: 1,
  },
]

const button = (name) => (page) => page.getByRole('button', { name }).first()
const link = (name) => (page) => page.getByRole('link', { name }).first()
const click = (find) => (page) => find(page).click()
const hover = (find) => (page) => find(page).hover()
const focus = (find) => async (page) => {
  // A key before it makes the browser show the focus.
  await page.keyboard.press('Tab')
  await find(page).focus()
}
const submit = (name) => click((page) => page.getByRole('main').getByRole('button', { name }).first())

/** Fills in the checkout with a test card, pays, and waits for what answers. */
const payByCard = (number, answer) => async (page) => {
  for (const [label, text] of Object.entries({
    'First Name': 'Ada',
    'Last Name': 'Marsh',
    Email: 'ada@example.com',
    'Card number': number,
    'Expiry date': '12 / 34',
    'Security code': '123',
  })) {
    await page.getByRole('textbox', { name: label }).first().fill(text)
  }
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page
    .getByRole('main')
    .getByRole(answer, { name: answer === 'heading' ? /Thank you/ : undefined })
    .waitFor()
}

/**
 * What a visitor can bring a page into: the address, what is in the cart, and what is done. `from` and
 * `below` are the widths a state exists at.
 */
export const states = {
  'menu-courses': {
    from: 768,
    address: '/',
    bring: (page) => page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click(),
  },
  'menu-drawer': { below: 768, address: '/courses', bring: click(button('Menu')) },
  'quick-checkout-empty': { address: '/', bring: click(link('Cart')) },
  'quick-checkout-filled': { address: '/', cart, bring: click(link('Cart')) },
  'link-skip': { address: '/', bring: (page) => page.keyboard.press('Tab') },
  'chat-hover': { from: 768, address: '/contact', bring: hover(link('Chat with us')) },
  'button-hover': { from: 768, address: '/', bring: hover(link('Our Services')) },
  'button-focus': { address: '/', bring: focus(link('Our Services')) },
  'courses-food': { address: '/courses?category=food' },
  'courses-none': {
    address: '/courses',
    bring: (page) => page.getByPlaceholder('Search courses...').fill('scuba diving'),
  },
  'courses-added': { address: '/courses', bring: click(button('Add to Cart')) },
  'course-card-hover': { from: 768, address: '/courses', bring: hover(button('Add to Cart')) },
  'course-card-focus': { address: '/courses', bring: focus(button('Add to Cart')) },
  'course-details': { address: '/courses/citb-ssp', bring: submit(/View details/i) },
  'policy-details': {
    address: '/policies',
    async bring(page) {
      await submit(/View Full Policy/)(page)
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
    },
  },
  'contact-errors': { address: '/contact', bring: submit(/Send/) },
  'cart-filled': { address: '/cart', cart, isWhole: true },
  'sign-in-errors': { address: '/login', bring: submit('Sign in') },
  'sign-up-errors': { address: '/signup', bring: submit(/Create/) },
  'checkout-card': { address: '/checkout', cart, isWhole: true },
  'checkout-paypal': { address: '/checkout?method=paypal', cart, isWhole: true },
  'cart-removed': { address: '/cart', cart, bring: click(button(/^Remove/)) },
  'checkout-declined': { address: '/checkout', cart, bring: payByCard('4000000000000002', 'alert') },
  'checkout-confirmed': { address: '/checkout', cart, bring: payByCard('4242424242424242', 'heading'), isWhole: true },
  'checkout-errors': { address: '/checkout', cart, bring: submit(/^Pay/) },
  'page-unloadable': {
    address: '/',
    async bring(page) {
      await page.route('**/releases/content/**', (route) => route.abort())
      await page.evaluate(() => document.querySelector('a[href="/policies"]').click())
      await page.getByRole('heading', { level: 1, name: /could not be loaded|still loading/ }).waitFor()
    },
  },
  boundaries: { address: '/courses?boundaries' },
}
