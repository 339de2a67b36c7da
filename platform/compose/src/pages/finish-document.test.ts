import {
  BEST_QUALITY,
  compress,
  FIRST_FLIGHT,
  OTHER_TUNINGS,
  PAGE_QUALITY,
  type Tuning,
} from '@platform/base/durable/compress'
import { finishDocument, OTHER_HEADERS } from './finish-document'

jest.mock('@platform/base/durable/compress', () => ({
  ...jest.requireActual('@platform/base/durable/compress'),
  compress: jest.fn(),
}))

/** Finishes a document that is so many bytes too large for the first flight, at each quality and by each tuning. */
function finishOf(bytesOf: (quality: number, tuning?: Tuning) => number) {
  const headers = { 'cache-control': 'no-cache' }
  const room = FIRST_FLIGHT - JSON.stringify(headers).length - OTHER_HEADERS
  jest.mocked(compress).mockReset()
  jest.mocked(compress).mockImplementation(async (_content, quality, tuning) => ({
    brotli: Buffer.alloc(room + bytesOf(quality, tuning)),
    gzip: Buffer.alloc(1),
  }))
  return finishDocument(Buffer.from('<p>'), { address: '/', headers }, PAGE_QUALITY)
}
const timesTried = () => jest.mocked(compress).mock.calls.length

describe('a document that is to fit into the first flight', () => {
  it('is compressed once where it fits as it is', async () => {
    expect((await finishOf(() => 0)).isSmallest).toBe(false)
    expect(timesTried()).toBe(1)
  })

  it('is compressed by one tuning after another until it fits', async () => {
    const kept = await finishOf((quality, tuning) => (tuning === OTHER_TUNINGS[1] ? 0 : quality < 11 ? 300 : 20))
    expect(kept).toMatchObject({ isSmallest: false })
    expect(timesTried()).toBe(4)
  })

  it('is kept as small as it becomes where none of them is enough', async () => {
    const kept = await finishOf((quality, tuning) => (tuning === OTHER_TUNINGS[2] ? 10 : quality < 11 ? 300 : 20))
    expect(kept.isSmallest).toBe(true)
    expect(kept.br.length).toBe((await finishOf(() => 0)).br.length + 10)
  })

  // Each page of a large site that missed it by two hundredths was compressed eight times, and fitted no better.
  it('is not tried further where the best misses by more than a tuning gains', async () => {
    const kept = await finishOf((quality) => (quality === BEST_QUALITY ? 200 : 400))
    expect(kept.isSmallest).toBe(true)
    expect(timesTried()).toBe(2)
  })
})
