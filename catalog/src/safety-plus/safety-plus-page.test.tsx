import { ANNOUNCE_EVENT } from '@site/shared/announce'
import { cartStore } from '@site/shared/cart'
import { renderPage, resetCart } from '@site/shared/testing'
import { installDialog } from '@site/shared/testing/dialog'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { courses } from '../courses/courses'
import { safetyPlusCourses } from './safety-plus-courses'
import SafetyPlusPage from './safety-plus-page'

installDialog()
beforeEach(resetCart)

const ssp = 'Site Safety Plus (SSP)'
const sssts = 'Site Supervisor Safety Training Scheme (SSSTS)'

const open = () => ({
  user: userEvent.setup(),
  ...renderPage(<SafetyPlusPage />, { path: '/courses/citb-ssp', at: '/courses/citb-ssp' }),
})
const cardOf = (name: string) => within(screen.getByRole('article', { name }))
const itemsInCart = () => cartStore().getState().items

async function openDetails(title: string) {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: `View details of ${title}` }))
  return { user, dialog: screen.getByRole('dialog', { name: title }) }
}

describe('the Safety Plus page', () => {
  // View Details of IOSH Managing Safely once led to a page with no word of it.
  it('R57: shows the course whose View Details led here, and nothing to others', async () => {
    const { user, router } = open()
    expect(screen.queryByRole('region', { name: 'IOSH Managing Safely' })).toBeNull()
    await act(() => router.navigate('/courses/citb-ssp', { state: { course: courses[4] } }))
    const chosen = within(screen.getByRole('region', { name: 'IOSH Managing Safely' }))
    for (const text of ['3 Days', 'Intermediate', '£449.00']) expect(chosen.getByText(text)).toBeVisible()
    expect(chosen.getByRole('link', { name: 'Ask for the syllabus' })).toHaveAttribute(
      'href',
      'mailto:hello@example.com?subject=Syllabus%20of%20IOSH%20Managing%20Safely',
    )
    await user.click(chosen.getByRole('button', { name: 'Add to Cart' }))
    expect(itemsInCart()).toMatchObject([{ id: 5, price: 449, quantity: 1 }])
  })

  it.each([
    ['R68, R69', ssp, ['Online', '£299.00', '1 Day', 'Max 20 students', 'Pass mark 70%', 'Valid for 5 years']],
    ['R68, R70', sssts, ['Classroom', '£395.00', '2 Days', 'Max 16 students', 'Pass mark 80%', 'Valid for 5 years']],
  ])('%s: shows the badge and the facts of %s', (_, title, facts) => {
    open()
    expect(screen.getAllByRole('article')).toHaveLength(2)
    for (const fact of facts) expect(cardOf(title).getByText(fact)).toBeVisible()
  })

  it.each(safetyPlusCourses)('R71, R72: opens a dialog with everything about $title', async (course) => {
    const { dialog } = await openDetails(course.title)
    const details = within(dialog)
    const headings = details.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(headings.join(', ')).toBe(
      'Overview, Learning outcomes, Syllabus, Assessment and certification, Prerequisites, Student reviews',
    )
    for (const term of ['Max students', 'Location', 'Instructor', 'Start dates', 'Validity']) {
      expect(details.getByText(term)).toBeVisible()
    }
    const { description, prerequisites, assessment, location, instructor, syllabus, learningOutcomes, startDates } =
      course
    const texts = [description, prerequisites, assessment, location, instructor, 'per person']
    for (const text of [...texts, ...syllabus, ...learningOutcomes, ...startDates]) {
      expect(details.getByText(text)).toBeVisible()
    }
    expect(details.getByText(`£${course.price}.00`)).toBeVisible()
  })

  it('R73: says the stars of a review in words', async () => {
    const { dialog } = await openDetails(ssp)
    expect(within(dialog).getByText('Ewa K.')).toBeVisible()
    expect(
      within(dialog)
        .getAllByRole('img')
        .map((stars) => stars.getAttribute('aria-label')),
    ).toEqual(['5 out of 5 stars', '4 out of 5 stars', '5 out of 5 stars'])
  })

  it('D-19: sells SSP as course 17 at its own price and title', async () => {
    const { user } = open()
    await user.click(cardOf(ssp).getByRole('button', { name: 'Add to Cart' }))
    expect(itemsInCart()).toEqual([
      { id: 17, title: ssp, duration: '1 Day', price: 299, image: '/images/courses/17.svg', quantity: 1 },
    ])
    expect(cardOf(ssp).getByText(/^Added\./)).toBeVisible()
  })

  it('R71: adds from the dialog and says so inside it', async () => {
    const { user, dialog } = await openDetails(sssts)
    await user.click(within(dialog).getByRole('button', { name: 'Add to Cart' }))
    expect(itemsInCart()).toMatchObject([{ id: 2, price: 395, quantity: 1 }])
    expect(within(dialog).getByRole('status')).toHaveTextContent('Added. View cart')
  })

  it('D-19: keeps the first price when the course is in the cart already, and says so', async () => {
    const spoken = jest.fn()
    const listen = (event: Event) => spoken(event instanceof CustomEvent && event.detail)
    window.addEventListener(ANNOUNCE_EVENT, listen)
    const { user } = open()
    cartStore()
      .getState()
      .addCourse({ id: 17, title: 'Online CITB SSP', duration: 'Self-paced', price: 199, image: 'x' })
    await user.click(cardOf(ssp).getByRole('button', { name: 'Add to Cart' }))
    window.removeEventListener(ANNOUNCE_EVENT, listen)
    expect(itemsInCart()).toMatchObject([{ id: 17, title: 'Online CITB SSP', price: 199, quantity: 2 }])
    expect(cardOf(ssp).getByText(/Your cart now holds 2 at £199.00 each/)).toBeVisible()
    expect(spoken).toHaveBeenCalledWith(expect.stringContaining('£199.00 each'))
  })
})
