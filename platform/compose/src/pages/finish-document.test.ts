import { BEST_QUALITY, compress, FIRST_FLIGHT, PAGE_QUALITY } from '@platform/base/durable/compress'
import { finishDocument, OTHER_HEADERS } from './finish-document'

jest.mock('@platform/base/durable/compress', () => ({
  ...jest.requireActual('@platform/base/durable/compress'),
  compress: jest.fn(),
}))

/** Finishes a document that is so many bytes too large for the first flight, at each quality. */
async function finishOf(excess: number, excessAtBest: number) {
  const headers = { 'cache-control': 'no-cache' }
  const room = FIRST_FLIGHT - JSON.stringify(headers).length - OTHER_HEADERS
  jest.mocked(compress).mockReset()
  jest.mocked(compress).mockImplementation(async (_content, quality) => ({
    brotli: Buffer.alloc(room + (quality === BEST_QUALITY ? excessAtBest : excess)),
    gzip: Buffer.alloc(1),
  }))
  const { document } = await finishDocument(Buffer.from('<p>'), { address: '/', headers }, PAGE_QUALITY)
  return [document.isSmallest, jest.mocked(compress).mock.calls.length]
}

it.each([
  ['is compressed once where it fits as it is', 0, 0, [false, 1]],
  ['is compressed as well as it can be where that makes it fit', 300, 0, [false, 2]],
  ['is kept as small as it becomes where that is not enough', 300, 20, [true, 2]],
  ['is not tried further where it misses by more than the best gains', 2_000, 20, [true, 1]],
])('a document that is to fit into the first flight %s', async (_what, excess, excessAtBest, expected) => {
  expect(await finishOf(excess, excessAtBest)).toEqual(expected)
})
