import { acceptedEncodings } from './accept-encoding'

describe('acceptedEncodings', () => {
  it.each([
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['gzip', ['gzip', 'identity']],
    ['', ['identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['br;q=0.5, gzip;q=1', ['gzip', 'br', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', ['identity']],
    ['br, *;q=0', ['br', 'identity']],
    ['identity, br;q=0.1', ['identity', 'br']],
    ['BR ; Q=1', ['br', 'identity']],
    ['x-gzip', ['gzip', 'identity']],
    ['br;q=nonsense', ['identity']],
    ['gzip, deflate, br, zstd, dcb, dcz', ['dcz', 'br', 'gzip', 'identity']],
    ['dcz;q=0.5, br', ['br', 'dcz', 'identity']],
    ['dcz;q=0, br', ['br', 'identity']],
  ])('reads "%s"', (header, encodings) => {
    expect(acceptedEncodings(header)).toEqual(encodings)
  })

  it('takes a missing header for a client that unpacks nothing', () => {
    expect(acceptedEncodings(undefined)).toEqual(['identity'])
  })
})
