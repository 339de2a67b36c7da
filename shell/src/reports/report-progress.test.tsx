import { cartStore } from '@site/shared/cart'
import { resetCart } from '@site/shared/testing'
import { render } from '@testing-library/react'
import { reportProgress, WhenHydrated } from './report-progress'

const course = { id: 3, title: 'SMSTS', duration: '5 Days', image: '/images/courses/3.svg', price: 499 }
const sendBeacon = jest.fn<boolean, [string, string]>(() => true)
const kinds = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body).kind)
const cameByNetwork = (transferSize: number) =>
  Object.assign(performance, { getEntriesByType: () => [{ transferSize }] })

beforeEach(async () => {
  sendBeacon.mockClear()
  Object.assign(navigator, { sendBeacon })
  cameByNetwork(9_000)
  resetCart()
  await cartStore().persist.rehydrate()
})

// Ends the subscription of a finished test.
afterEach(() => {
  cartStore().getState().addCourse(course)
  dispatchEvent(new Event('pagehide'))
})

it('says once that the page answers to its visitor, when all around it has been taken over', () => {
  const report = jest.fn(reportProgress)
  const page = render(<WhenHydrated onHydrated={report}>page</WhenHydrated>)
  page.rerender(<WhenHydrated onHydrated={report}>other</WhenHydrated>)
  expect(kinds()).toEqual(['interactive'])
})

it('does not say so of a document that the browser had kept: it was counted when it was sent', () => {
  cameByNetwork(0)
  reportProgress()
  expect(kinds()).toEqual([])
})

it('says once that something was put into the cart, and nothing of what was in there or is taken out', async () => {
  cartStore().getState().addCourse(course)
  reportProgress()
  await cartStore().persist.rehydrate()
  cartStore().getState().removeCourse(course.id)
  expect(kinds()).toEqual(['interactive'])
  cartStore().getState().addCourse(course)
  cartStore().getState().addCourse(course)
  expect(kinds()).toEqual(['interactive'])
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  expect(kinds()).toEqual(['interactive', 'cart'])
})

it('R67: says so a while after something was put into the cart, not at that moment', () => {
  jest.useFakeTimers()
  reportProgress()
  cartStore().getState().addCourse(course)
  jest.advanceTimersByTime(4_999)
  expect(kinds()).toEqual(['interactive'])
  jest.advanceTimersByTime(1)
  expect(kinds()).toEqual(['interactive', 'cart'])
  jest.useRealTimers()
})
