import { sha256 } from '@platform/base/durable/digest'
import { makes, packDelta } from './run-deltas'
import { longScript } from './testing/delta-site'
import { openNative, openWasm, openZstd, type Zstd } from './zstd'

const before = Buffer.from(longScript('Available Courses'))
const after = Buffer.from(longScript('Courses on offer'))
const HEADER_BYTES = 40

let zstd: Zstd
beforeAll(async () => {
  zstd = await openWasm()
})

function deltaOf(dictionary: Buffer, content: Buffer): Buffer {
  const delta = packDelta(zstd, dictionary, content)
  if (!delta) throw new Error('No delta was made')
  return delta
}

describe('a delta (RFC 9842, 5)', () => {
  it('begins with the bytes of the format and the digest of its dictionary', () => {
    const delta = deltaOf(before, after)
    expect(delta.subarray(0, HEADER_BYTES).toString('hex')).toBe(`5e2a4d1820000000${sha256(before)}`)
    expect(delta.subarray(HEADER_BYTES, HEADER_BYTES + 4).toString('hex')).toBe('28b52ffd')
  })

  it('makes the one file of the other, and is about as long as what differs', () => {
    const delta = deltaOf(before, after)
    expect(Buffer.from(zstd.decompress(delta.subarray(HEADER_BYTES), before)).equals(after)).toBe(true)
    expect(delta.length).toBeLessThan(HEADER_BYTES + 60)
  })

  it.each([
    ['an empty file', before, Buffer.alloc(0)],
    ['a file of nothing before', Buffer.alloc(0), after],
    ['another file altogether', Buffer.from('/* short */'), after],
    ['a file that is much shorter', before, after.subarray(0, 300)],
  ])('is right for %s', (_, dictionary, content) => {
    const delta = packDelta(zstd, dictionary, content)
    expect(delta === undefined || makes(zstd, delta, dictionary, content)).toBe(true)
  })

  // Zstandard would parse tables from such a dictionary; a browser uses raw bytes.
  it('is not made of a file that begins as a trained dictionary does', () => {
    const hostile = Buffer.concat([Buffer.from('37a430ec', 'hex'), before])
    expect(packDelta(zstd, hostile, after)).toBeUndefined()
  })

  it('is not taken for one that makes another file', () => {
    expect(makes(zstd, deltaOf(before, after), before, before)).toBe(false)
    expect(makes(zstd, deltaOf(before, after), after, after)).toBe(false)
  })

  it('is not taken with any byte changed, or cut short', () => {
    const delta = deltaOf(before, after)
    const changed = [...delta.keys()].map((place) => {
      const copy = Buffer.from(delta)
      copy[place] = (copy[place] ?? 0) ^ 0x55
      return copy
    })
    const cut = [...delta.keys()].map((length) => delta.subarray(0, length))
    const taken = [...changed, ...cut].filter((it) => makes(zstd, it, before, after))
    for (const it of taken) {
      expect(it).toHaveLength(delta.length)
      expect(it.subarray(0, HEADER_BYTES)).toEqual(delta.subarray(0, HEADER_BYTES))
    }
    expect(cut.filter((it) => makes(zstd, it, before, after))).toEqual([])
  })

  it('that says it holds far more than the file takes no memory for that', () => {
    const huge = Buffer.concat([
      deltaOf(before, after).subarray(0, HEADER_BYTES),
      Buffer.from('28b52ffde000000000000100000100', 'hex'),
    ])
    expect(makes(zstd, huge, before, after)).toBe(false)
  })
})

describe('Zstandard', () => {
  it('of this Node, where it takes dictionaries, and by WebAssembly read what the other makes', async () => {
    const all = [await openZstd(), openNative() ?? zstd, zstd]
    for (const maker of all) {
      const delta = packDelta(maker, before, after)
      expect(delta?.length).toBeLessThan(HEADER_BYTES + 60)
      for (const reader of all) expect(delta && makes(reader, delta, before, after)).toBe(true)
    }
  })
})
