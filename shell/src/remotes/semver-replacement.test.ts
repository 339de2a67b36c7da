import { satisfies } from 'semver'
import { satisfy } from '../../../scripts/webpack/federation-runtime/semver.mjs'

const versions = ['0.0.0', '0.0.3', '0.1.0', '0.1.4', '0.2.0', '1.0.0', '1.2.3', '1.2.4', '1.10.0', '2.0.0', '19.3.1']

describe('the federation runtime’s version check', () => {
  it.each(versions)('agrees with semver on carets of %s', (wanted) => {
    for (const version of versions) expect(satisfy(version, `^${wanted}`)).toBe(satisfies(version, `^${wanted}`))
  })

  it.each(versions)('agrees with semver on what is at most %s', (wanted) => {
    for (const version of versions) expect(satisfy(version, `<=${wanted}`)).toBe(satisfies(version, `<=${wanted}`))
  })

  it('leaves any other range to the check at activation', () => {
    expect(satisfy('18.0.0', '>=19 <21')).toBe(true)
  })
})
