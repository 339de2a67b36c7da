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

afterEach(() => {
  cartStore().getState().addCourse(course)
  dispatchEvent(new Event('pagehide'))
})

it('R67: says once, and not at that moment, that something was put into the cart, and nothing of what was in there or is taken out', async () => {
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
