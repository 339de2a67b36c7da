import { isCourseId } from './course'

it('R100: accepts the ids 1 to 27', () => {
  const accepted = Array.from({ length: 100 }, (_, index) => index - 30).filter(isCourseId)
  expect(accepted).toEqual(Array.from({ length: 27 }, (_, index) => index + 1))
})

it.each([0, 28, 1.5, '3', '', Number.NaN, Infinity, null, undefined, true, [3], {}])('R100: refuses %p', (value) => {
  expect(isCourseId(value)).toBe(false)
})
