import { byteLength, Utf8Decoder, Utf8Encoder } from './utf8'

const texts = ['', 'plain', 'ü€𝄞', '\ud800', '\udc00a\ud83d', 'a\u0000b', '\uffff\u{10ffff}']
const sequences = [
  [0xff, 0x61],
  [0xc3],
  [0xe2, 0x82, 0x61],
  [0xf0, 0x9f, 0x98],
  [0xed, 0xa0, 0x80],
  [0xc0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x28, 0xa1],
]

describe('TextEncoder while pages are rendered', () => {
  it.each(texts)("writes what Node's writes: %j", (text) => {
    const bytes = new Utf8Encoder().encode(text)
    expect([...bytes]).toEqual([...new TextEncoder().encode(text)])
    expect(byteLength(text)).toBe(Buffer.byteLength(text))
    expect(byteLength(bytes)).toBe(bytes.length)
  })

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('writes whole characters into a room of %d bytes', (room) => {
    const [page, node] = [new Uint8Array(room), new Uint8Array(room)]
    expect(new Utf8Encoder().encodeInto('aü€𝄞', page)).toEqual(new TextEncoder().encodeInto('aü€𝄞', node))
    expect([...page]).toEqual([...node])
  })
})

describe('TextDecoder while pages are rendered', () => {
  it.each(sequences.map((bytes) => [bytes]))("reads what is not valid as Node's does: %j", (bytes) => {
    expect(new Utf8Decoder().decode(new Uint8Array(bytes))).toBe(new TextDecoder().decode(new Uint8Array(bytes)))
  })

  it('reads characters that come in parts', () => {
    const decoder = new Utf8Decoder()
    const parts = [...new TextEncoder().encode('aü€𝄞')].map((byte) =>
      decoder.decode(Uint8Array.of(byte), { stream: true }),
    )
    expect(parts.join('')).toBe('aü€𝄞')
  })

  it('reads long texts', () => {
    const text = 'ü𝄞'.repeat(10_000)
    expect(new Utf8Decoder().decode(new Utf8Encoder().encode(text))).toBe(text)
  })
})
