import { findDifference } from './find-difference'

describe('findDifference', () => {
  it('says where two texts begin to differ', () => {
    expect(findDifference('a', 'a')).toBeUndefined()
    expect(findDifference('one\ntwo', 'one\ntow')).toBe('at 2:2: "one\\ntow" in the place of "one\\ntwo"')
    expect(findDifference('one', 'one more')).toBe('at 1:4: "one more" in the place of "one"')
  })
})
