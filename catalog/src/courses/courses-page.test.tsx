import { ANNOUNCE_EVENT } from '@site/shared/announce'
import { cartStore } from '@site/shared/cart'
import { hydratePage, renderPage, resetCart, translatePage } from '@site/shared/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import CoursesPage from './courses-page'

beforeEach(resetCart)

const open = (at = '/courses') => ({
  user: userEvent.setup(),
  ...renderPage(<CoursesPage />, { path: '/courses', at }),
})
const addressOf = ({ router }: ReturnType<typeof open>) => router.state.location.pathname + router.state.location.search
const cardOf = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement)
const searchBox = () => screen.getByRole('searchbox', { name: 'Search by title or description' })
const count = () => screen.getByRole('status')

describe('the course listing', () => {
  it('R1, R57, R58, R59: shows everything a card needs, prices in pounds, its two actions, and why to choose it', () => {
    open()
    const card = cardOf('CITB Site Supervisor Safety Training Scheme')
    expect(card.getByRole('img')).toHaveAttribute('src', '/images/courses/2.svg')
    for (const text of ['CITB Certified', '2 Days', 'Intermediate', '£399.00', '£479.00 with VAT']) {
      expect(card.getByText(text)).toBeVisible()
    }
    expect(card.getByText(/Plan work and brief a crew/)).toBeVisible()
    expect(card.getByRole('button', { name: 'Add to Cart' })).toHaveAccessibleDescription(
      'CITB Site Supervisor Safety Training Scheme',
    )
    expect(card.getByText('View Details')).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: /^Why Choose/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Get Started Today' })).toHaveAttribute('href', '/contact')
  })

  it('R57: leads every View Details to the Safety Plus page under a name of its own', () => {
    open()
    const links = screen.getAllByRole('link', { name: /^View details of / })
    expect(links).toHaveLength(27)
    expect(new Set(links.map((link) => link.getAttribute('aria-label'))).size).toBe(27)
    for (const link of links) {
      expect(link).toHaveAttribute('href', '/courses/citb-ssp')
      expect(link).toHaveTextContent('View Details')
    }
  })

  it('R54, R57: knows the category on the server and adds search and order in the browser', async () => {
    const load = () => import('./courses-page')
    const at = '/courses?category=health&q=aid&sort=price'
    const { serverText, mismatches } = await hydratePage(load, { path: '/courses', at })
    expect(serverText).toContain('7 courses found')
    expect(mismatches).toEqual([])
    expect(searchBox()).toHaveValue('aid')
    expect(count()).toHaveTextContent('2 courses found')
    const titles = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(titles.slice(0, 2)).toEqual(['Level 3 Emergency First Aid', 'First Aid at Work'])
  })
})

it('R55: the category filter marks what is pressed before the list follows, and what is listed when the visitor goes back', async () => {
  const { router, user } = open('/courses?category=food')
  const navigate = jest.spyOn(router, 'navigate').mockResolvedValue()
  await user.click(screen.getByRole('link', { name: 'Health & Safety' }))
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('Health & Safety')
  expect(count()).toHaveTextContent('3 courses found')

  navigate.mockRestore()
  await act(() => router.navigate('/courses?category=health'))
  expect(count()).toHaveTextContent('7 courses found')
  await act(() => router.navigate(-1))
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('Food Safety')
})

describe('the search', () => {
  it('R51: filters at once by title or description and reaches the address after a pause', async () => {
    const page = open('/courses?category=online&type=food')
    expect(searchBox()).toHaveAttribute('placeholder', 'Search courses...')
    await page.user.type(searchBox(), ' FIRE ')
    expect(count()).toHaveTextContent('1 courses found')
    await waitFor(() => expect(addressOf(page)).toBe('/courses?category=online&type=food&q=FIRE'))
  })

  // A search once seemed to do nothing on a phone: its result was below the view.
  it('R56: brings the line of the result into view', async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = open()
    await user.type(searchBox(), 'a')
    expect(scroll).toHaveBeenCalledWith({ block: 'nearest' })
    expect(scroll.mock.contexts[0]).toContainElement(count())
  })

  it('R60: stays, with the place, when a filter is chosen, and all must match', async () => {
    const page = open('/courses?place=in-person')
    await page.user.type(searchBox(), 'first aid')
    await page.user.click(screen.getByRole('link', { name: 'Health & Safety' }))
    expect(count()).toHaveTextContent('2 courses found')
    expect(addressOf(page)).toBe('/courses?category=health&q=first+aid&place=in-person')
  })

  it('R55: outlives All Courses with order and place, without a query in the address', async () => {
    const page = open('/courses?category=health&q=first+aid&sort=price&place=in-person')
    // A space at its end, as a phone's keyboard adds it, brought the query back.
    await page.user.type(searchBox(), ' ')
    await page.user.click(screen.getByRole('link', { name: 'All Courses' }))
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
    expect(addressOf(page)).toBe('/courses')
    expect(searchBox()).toHaveValue('first aid ')
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
    expect(screen.getByRole('combobox', { name: 'Place' })).toHaveValue('in-person')
    expect(count()).toHaveTextContent('5 courses found')
  })

  it('R53, R54: starts from the address and follows it, and so does the head', async () => {
    const { router } = open('/courses?q=coshh')
    expect(searchBox()).toHaveValue('coshh')
    expect(count()).toHaveTextContent('1 courses found')
    await act(() => router.navigate('/courses?category=food'))
    expect(searchBox()).toHaveValue('')
    expect(count()).toHaveTextContent('3 courses found')
    expect(document.title).toBe('Food Safety courses | Safety Training Partners')
    const description = document.querySelector('meta[name=description]')?.getAttribute('content')
    expect(description).toMatch(/^Food Safety courses from £79\.00 plus VAT, with the length and level of each\./)
  })

  it('R51: is cleared by its button, which gives the focus back', async () => {
    const page = open('/courses?q=coshh')
    await page.user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(searchBox()).toHaveValue('')
    expect(searchBox()).toHaveFocus()
    expect(count()).toHaveTextContent('27 courses found')
    await waitFor(() => expect(addressOf(page)).toBe('/courses'))
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument()
  })

  it('R60: helps when nothing is found', async () => {
    const page = open('/courses?category=food&q=scaffolding')
    expect(count()).toHaveTextContent('0 courses found')
    expect(screen.getByText('No course under Food Safety matches “scaffolding”.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'ask us about it' })).toHaveAttribute('href', '/contact')
    expect(screen.queryByRole('link', { name: /^Search all courses/ })).not.toBeInTheDocument()
    await page.user.click(screen.getByRole('link', { name: 'Clear search and filters' }))
    expect(addressOf(page)).toBe('/courses')
    expect(count()).toHaveTextContent('27 courses found')
    await page.user.click(screen.getByRole('link', { name: 'Online Courses' }))
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'Advanced')
    expect(screen.getByText('No course under Online Courses fits your filters.')).toBeVisible()
  })

  it('R60: offers the other subjects when the search matches there', async () => {
    const page = open('/courses?category=food&q=asbestos')
    await page.user.click(screen.getByRole('link', { name: 'Search all courses (1)' }))
    expect(screen.getByRole('heading', { level: 3, name: 'Asbestos Awareness' })).toBeVisible()
  })
})

it.each([
  ['Sort by', 'Price (lowest first)', '?category=food', '3', '?category=food&sort=price', '3'],
  ['Sort by', 'Recommended', '?category=food&sort=price', '3', '?category=food', '3'],
  ['Level', 'Any level', '?category=food&level=beginner', '1', '?category=food', '3'],
  ['Level', 'Advanced', '?category=online', '3', '?category=online&level=advanced', '0'],
  ['Place', 'In person', '?level=beginner&place=online', '3', '?level=beginner&place=in-person', '11'],
])('R57, R63: %s %s is kept in the address %s', async (name, option, from, before, to, after) => {
  const page = open(`/courses${from}`)
  expect(count()).toHaveTextContent(`${before} courses found`)
  await page.user.selectOptions(screen.getByRole('combobox', { name }), option)
  expect(addressOf(page)).toBe(`/courses${to}`)
  expect(count()).toHaveTextContent(`${after} courses found`)
})

// A translator takes texts out of the page; the notice said "Added." for ever.
it('R51, R67, R96, D-25: in a translated page too, says how many the cart holds, at five that it is the most', async () => {
  const spoken: string[] = []
  const listen = (event: Event) => spoken.push(event instanceof CustomEvent ? event.detail : '')
  window.addEventListener(ANNOUNCE_EVENT, listen)
  const { user } = open()
  const card = cardOf('First Aid at Work')
  const button = card.getByRole('button', { name: 'Add to Cart' })
  for (let press = 1; press <= 6; press += 1) {
    await user.click(button)
    translatePage()
  }
  window.removeEventListener(ANNOUNCE_EVENT, listen)
  expect(spoken.slice(0, 2)).toEqual([
    'First Aid at Work added to your cart.',
    'First Aid at Work added. Your cart now holds 2.',
  ])
  expect(cartStore().getState().items).toMatchObject([{ id: 8, title: 'First Aid at Work', price: 299, quantity: 5 }])
  expect(button.closest('li')).toHaveTextContent('Your cart holds 5 of these, the most allowed. View cart')
  expect(spoken.at(-1)).toBe('First Aid at Work: not added. Your cart holds 5 of these, the most allowed.')
  for (const [text, found] of [
    ['fire', '2'],
    ['zebra', '0'],
    ['coshh', '1'],
  ] as const) {
    await user.clear(searchBox())
    await user.type(searchBox(), text)
    translatePage()
    expect(count()).toHaveTextContent(`${found} courses found`)
  }
})
