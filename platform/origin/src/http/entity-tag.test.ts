import { matchesEntityTag } from './entity-tag'

describe('matchesEntityTag', () => {
  it.each([
    ['"a-br"', true],
    ['W/"a-br"', true],
    ['"x", W/"a-br" , "y"', true],
    ['*', true],
    ['"a"', false],
    ['a-br', false],
    ['', false],
    [undefined, false],
  ])('compares %s', (header, expected) => {
    expect(matchesEntityTag(header, '"a-br"')).toBe(expected)
  })
})
