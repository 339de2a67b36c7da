import { wantedRange } from './byte-range'

const etag = '"v1"'
const read = (range: string | undefined, more: Record<string, string> = {}, method = 'GET') =>
  wantedRange({ method, headers: { ...(range !== undefined && { range }), ...more } }, etag, 100)

describe('wantedRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=0-1', { start: 0, end: 1 }],
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
  ])('reads %s of 100 bytes', (header, range) => {
    expect(read(header)).toEqual(range)
  })

  it('is for GET alone: a HEAD is told of the whole', () => {
    expect(read('bytes=0-9', {}, 'HEAD')).toBeUndefined()
  })

  it.each(['"v2"', 'W/"v1"', 'Sat, 21 Nov 2026 10:00:00 GMT'])('is the whole when If-Range is %s', (condition) => {
    expect(read('bytes=0-9', { 'if-range': condition })).toBeUndefined()
  })

  it('is the part when If-Range names this version', () => {
    expect(read('bytes=0-9', { 'if-range': etag })).toEqual({ start: 0, end: 9 })
  })
})
