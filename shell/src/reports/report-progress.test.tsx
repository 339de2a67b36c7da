import { cartStore } from '@site/shared/cart'
import { resetCart } from '@site/shared/testing'
import { reportProgress } from './report-progress'

const course = { id: 3, title: 'SMSTS', duration: '5 Days', image: '/images/courses/3.svg', price: 499 }
const sendBeacon = jest.fn<boolean, [string, string]>(() => true)
const kinds = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body).kind)

beforeEach(async () => {
  sendBeacon.mockClear()
  Object.assign(navigator, { sendBeacon })
  resetCart()
  await cartStore().persist.rehydrate()
})

// Ends the subscription of a finished test.
afterEach(() => {
  cartStore().getState().addCourse(course)
  dispatchEvent(new Event('pagehide'))
})

it('says once that something was put into the cart, and nothing of what was in there or is taken out', async () => {
  cartStore().getState().addCourse(course)
  reportProgress()
  await cartStore().persist.rehydrate()
  cartStore().getState().removeCourse(course.id)
  expect(kinds()).toEqual([])
  cartStore().getState().addCourse(course)
  cartStore().getState().addCourse(course)
  expect(kinds()).toEqual([])
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  expect(kinds()).toEqual(['cart'])
})

it('R67: says so a while after something was put into the cart, not at that moment', () => {
  jest.useFakeTimers()
  reportProgress()
  cartStore().getState().addCourse(course)
  jest.advanceTimersByTime(4_999)
  expect(kinds()).toEqual([])
  jest.advanceTimersByTime(1)
  expect(kinds()).toEqual(['cart'])
  jest.useRealTimers()
})
