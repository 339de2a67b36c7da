import { satisfy } from '../../../../scripts/webpack/federation-runtime/semver.mjs'

describe('the federation runtime’s version check', () => {
  it.each([
    ['19.3.1', '^19.3.1', true],
    ['19.4.0', '^19.3.1', true],
    ['19.3.0', '^19.3.1', false],
    ['20.0.0', '^19.3.1', false],
    ['1.10.0', '^1.9.3', true],
    ['0.2.5', '^0.2.1', true],
    ['0.3.0', '^0.2.1', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.2.3', '<=1.2.3', true],
    ['1.2.3', '<=1.10.0', true],
    ['2.0.0', '<=1.10.0', false],
  ])('says of %s whether it meets %s as semver does', (version, range, isMet) => {
    expect(satisfy(version, range)).toBe(isMet)
  })

  it('leaves any other range to the check at activation', () => {
    expect(satisfy('18.0.0', '>=19 <21')).toBe(true)
  })
})
