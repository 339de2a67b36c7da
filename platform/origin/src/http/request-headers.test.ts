import { acceptedEncodings, matchesEntityTag, wantedRange } from './request-headers'

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['gzip', ['gzip', 'identity']],
    ['', ['identity']],
    [undefined, ['identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['br;q=0.5, gzip;q=1', ['gzip', 'br', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', ['identity']],
    ['br, *;q=0', ['br', 'identity']],
    ['identity, br;q=0.1', ['identity', 'br']],
    ['BR ; Q=1', ['br', 'identity']],
    ['x-gzip', ['gzip', 'identity']],
    ['br;q=nonsense', ['identity']],
  ])('is read: %j', (header, encodings) => {
    expect(acceptedEncodings(header)).toEqual(encodings)
  })
})

describe('If-None-Match', () => {
  it.each([
    ['"a-br"', true],
    ['W/"a-br"', true],
    ['"x", W/"a-br" , "y"', true],
    ['*', true],
    ['"a"', false],
    ['a-br', false],
    ['', false],
    [undefined, false],
  ])('is compared: %j', (header, expected) => {
    expect(matchesEntityTag(header, '"a-br"')).toBe(expected)
  })
})

describe('Range', () => {
  const etag = '"v1"'
  const read = (headers: { range?: string | undefined; 'if-range'?: string }, method = 'GET') =>
    wantedRange({ method, headers }, etag, 100)
  const range = 'bytes=0-9'

  it.each([
    [range, { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=50-1000', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-0', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
    ['bytes', undefined],
    [undefined, undefined],
  ])('is read: %s of 100 bytes', (header, expected) => {
    expect(read({ range: header })).toEqual(expected)
  })

  it.each([
    [etag, { start: 0, end: 9 }],
    ['"v2"', undefined],
    ['W/"v1"', undefined],
    ['Sat, 21 Nov 2026 10:00:00 GMT', undefined],
  ])('is the part only when If-Range names this version: %s', (condition, expected) => {
    expect(read({ range, 'if-range': condition })).toEqual(expected)
  })

  it('is for GET alone', () => {
    expect(read({ range }, 'HEAD')).toBeUndefined()
  })
})
