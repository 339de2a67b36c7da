import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { unpackWhenAsked, zipWhenAsked } from './unpack-when-asked'

const MEGABYTE = 1024 * 1024

function documentOf(name: string, bytes: number) {
  const br = brotliCompressSync(Buffer.alloc(bytes, name))
  const body = unpackWhenAsked({ br, bytes, sha256: name })
  if (Buffer.isBuffer(body)) throw new Error('It is made when it is asked for')
  return body
}

// Each request without a compressed copy unpacked the document anew, at a tenth of the requests a second.
it('unpacks once what is asked for again', () => {
  const page = documentOf('a', 1_000)
  const first = page.read()
  expect(first).toEqual(Buffer.alloc(1_000, 'a'))
  expect(page.read()).toBe(first)
})

it('keeps in memory those that were asked for last, and no more than 16 MB', () => {
  const pages = Array.from({ length: 16 }, (_, index) => documentOf(`page ${index}`, MEGABYTE))
  const before = pages.map((page) => page.read())
  // Looked at again, so the second is now the one longest unused.
  expect(pages[0]?.read()).toBe(before[0])
  const one = documentOf('one more', MEGABYTE).read()
  expect(one).toHaveLength(MEGABYTE)
  expect(pages[0]?.read()).toBe(before[0])
  expect(pages[1]?.read()).not.toBe(before[1])
})

it('makes once in gzip what is kept without, as long as it says', () => {
  const body = zipWhenAsked({ br: brotliCompressSync('a map of the site'), bytes: 17, sha256: 'map' })
  if (Buffer.isBuffer(body)) throw new Error('It is made when it is asked for')
  expect(gunzipSync(body.read()).toString()).toBe('a map of the site')
  expect(body.length).toBe(body.read().length)
  expect(body.read()).toBe(body.read())
})

it('unpacks nothing that is longer than was said', () => {
  const br = brotliCompressSync(Buffer.alloc(MEGABYTE))
  const body = unpackWhenAsked({ br, bytes: 1_000, sha256: 'longer' })
  expect(() => (body as { read: () => Buffer }).read()).toThrow(/larger|length/i)
})
