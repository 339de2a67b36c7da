import { ANNOUNCE_EVENT } from '@site/shared/announce'
import { cartStore, dismissPriceChanges, takePrices } from '@site/shared/cart'
import { hydratePage, renderPage, resetCart, translatePage } from '@site/shared/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import CartPage from './cart-page'

const course = (id: number, title: string, price: number) => ({
  id,
  title,
  duration: '1 Day',
  price,
  image: `/images/courses/${id}.svg`,
})
const awareness = course(1, 'CITB Health & Safety Awareness', 99)
const firstAid = course(8, 'First Aid at Work', 299)
const manual = course(14, 'Manual Handling', 179)

const address = { path: '/cart', at: '/cart' }

function openCart(...courses: (typeof manual)[]) {
  for (const each of courses) cartStore().getState().addCourse(each)
  return { user: userEvent.setup(), ...renderPage(<CartPage />, address) }
}

function rowOf(title: string): HTMLElement {
  const row = screen.getByRole('heading', { name: title }).closest('li')
  if (!row) throw new Error(`${title} is not in the list`)
  return row
}

function summary(): string[] {
  const region = within(screen.getByRole('region', { name: 'Order Summary' }))
  const amounts = region.getAllByRole('definition').map((amount) => amount.textContent)
  return region.getAllByRole('term').map((term, index) => `${term.textContent} ${amounts[index]}`)
}

const titles = () => screen.queryAllByRole('listitem').map((item) => within(item).queryByRole('heading')?.textContent)

let spoken: string[]
const handleAnnounce = (event: Event) => void (event instanceof CustomEvent && spoken.push(event.detail))

beforeEach(() => {
  resetCart()
  spoken = []
  window.addEventListener(ANNOUNCE_EVENT, handleAnnounce)
})
afterEach(() => window.removeEventListener(ANNOUNCE_EVENT, handleAnnounce))

it('R106: the server calls the unread cart neither empty nor full, and says what to do without scripts', async () => {
  const load = () => import('./cart-page')
  const { serverText, html } = await hydratePage(load, address)
  expect(serverText).toContain('Loading your cart…')
  expect(serverText).not.toContain('Empty')
  expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/)
})

it('R106, R109: an empty cart says so and leads to the courses', async () => {
  const { user, router } = openCart()
  expect(screen.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Order Summary' })).not.toBeInTheDocument()
  expect(screen.queryByRole('list')).not.toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Browse Courses' }))
  expect(router.state.location.pathname).toBe('/courses')
})

describe('removing', () => {
  it('R97, R107: takes the line out, says so in its place with the focus, and offers to undo the latest alone', async () => {
    const { user } = openCart(awareness, firstAid, manual)
    await user.click(screen.getByRole('button', { name: 'Remove First Aid at Work' }))
    expect(titles()).toEqual(['CITB Health & Safety Awareness', undefined, 'Manual Handling'])
    expect(screen.getByText('First Aid at Work was removed.').parentElement).toHaveFocus()
    expect(spoken).toEqual(['First Aid at Work was removed from your cart.'])
    expect(summary()[0]).toBe('Subtotal £278.00')
    await user.click(screen.getByRole('button', { name: 'Remove CITB Health & Safety Awareness' }))
    expect(screen.getAllByText(/was removed/)).toHaveLength(1)
    expect(screen.getByText('CITB Health & Safety Awareness was removed.').parentElement).toHaveFocus()
    act(() => void cartStore().getState().addCourse(awareness))
    expect(screen.queryByText(/was removed/)).not.toBeInTheDocument()
  })

  it('R97: Undo is the next stop of the Tab key and puts the line back with its quantity', async () => {
    const { user } = openCart(awareness, firstAid, firstAid, manual)
    await user.click(screen.getByRole('button', { name: 'Remove First Aid at Work' }))
    await user.tab()
    expect(screen.getByRole('button', { name: 'Undo the removal of First Aid at Work' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(titles()).toEqual(['CITB Health & Safety Awareness', 'First Aid at Work', 'Manual Handling'])
    expect(screen.getByLabelText('Quantity of First Aid at Work')).toHaveValue('2')
    expect(screen.getByLabelText('Quantity of First Aid at Work')).toHaveFocus()
    expect(screen.queryByText(/was removed/)).not.toBeInTheDocument()
    expect(spoken.at(-1)).toBe('First Aid at Work is back in your cart.')
  })

  it('R106: shows the empty view after the last line and can still take it back', async () => {
    const { user } = openCart(manual)
    await user.click(screen.getByRole('button', { name: 'Remove Manual Handling' }))
    expect(screen.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    expect(screen.queryByText('Your Cart is Empty')).not.toBeInTheDocument()
    expect(titles()).toEqual(['Manual Handling'])
  })
})

it('R99: warns, where the browser does not keep the cart, as long as there is something to lose', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { user } = openCart(manual)
  // It told to check out first, but the checkout is another document, where the cart was empty.
  expect(screen.getByText(/it cannot go with you to the checkout.* book by phone on 020 7946 0123/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove Manual Handling' }))
  expect(screen.queryByText(/does not let this site store your cart/)).not.toBeInTheDocument()
})

describe('prices that have changed', () => {
  afterEach(() => act(dismissPriceChanges))

  it('R102: says what each course costs now that has another price, until that is dismissed', async () => {
    const { user } = openCart(manual, firstAid)
    act(() => void takePrices([{ id: 14, price: 184 }]))
    act(() => void takePrices([{ id: 14, price: 189 }, firstAid]))
    const notice = screen.getByRole('status', { name: 'Prices have changed since you filled your cart' })
    expect(within(notice).getByRole('listitem')).toHaveTextContent(
      'Manual Handling now costs £189.00 instead of £184.00 for one person.',
    )
    expect(summary()).toContain('Subtotal £488.00')
    await user.click(within(notice).getByRole('button', { name: 'Dismiss this message' }))
    expect(notice).not.toBeInTheDocument()
  })

  it('R106: says why the cart is empty when its only course is no longer sold', () => {
    openCart(manual)
    act(() => void takePrices([{ id: 14, price: null }]))
    expect(screen.getByText('Your Cart is Empty')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Manual Handling is no longer sold')
  })
})

// A translator replaces text nodes: totals no longer changed, and removing a replaced text crashed the page.
it('R98, R102, R107: totals, which are spoken, removal and undo go on in a translated page', async () => {
  const { user } = openCart(awareness, manual)
  await user.selectOptions(screen.getAllByRole('combobox')[0] as HTMLElement, '3')
  translatePage()
  await user.selectOptions(screen.getAllByRole('combobox')[0] as HTMLElement, '2')
  expect(summary()).toEqual(['Subtotal £377.00', 'VAT (20%) £75.00', 'Total £452.00'])
  expect(rowOf(awareness.title)).toHaveTextContent('Line total £198.00')
  expect(localStorage.getItem('cart')).toContain('"quantity":2')
  expect(spoken.at(-1)).toBe('CITB Health & Safety Awareness: quantity 2, line total £198.00. Cart total £452.00.')
  translatePage()
  act(() => void takePrices([{ id: 14, price: 189 }]))
  expect(rowOf(manual.title)).toHaveTextContent('£189.00')
  translatePage()
  await user.click(screen.getByRole('button', { name: `Remove ${manual.title}` }))
  translatePage()
  await user.click(screen.getByRole('button', { name: `Undo the removal of ${manual.title}` }))
  expect(rowOf(manual.title)).toHaveTextContent('£189.00')
})
