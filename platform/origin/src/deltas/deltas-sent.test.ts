import { addressOf } from '@platform/release/testing/fixture-files'
import {
  createDeltaSite,
  type DeltaSite,
  digestOf,
  expectDelta,
  expectWhole,
  first,
  having,
  second,
  textOf,
} from '../testing/delta-site'

let at: DeltaSite

beforeAll(async () => {
  at = await createDeltaSite()
  await at.goTo(second)
})
afterAll(() => at.remove())

describe('decision 33: a script of which a returning visitor has an older one', () => {
  it('is announced as a dictionary of the next one, and as one form of several', async () => {
    const { headers } = await at.today(first)
    expect(headers['use-as-dictionary']).toBe('match="/assets/catalog/courses.*.js", match-dest=("script")')
    expect(headers.vary).toBe('accept-encoding, available-dictionary')
    const style = await at.send(addressOf(first, 'courses.css'))
    expect(style.headers['use-as-dictionary']).toBe('match="/assets/catalog/courses.*.css", match-dest=("style")')
    const picture = await at.send('/images/courses/1.svg')
    expect(picture.headers).not.toHaveProperty('use-as-dictionary')
    expect(picture.headers.vary).toBe('accept-encoding')
  })

  it('is sent as the difference, to this visitor alone', async () => {
    const reply = await at.ask(second, having(textOf(first)))
    await expectDelta(reply, first, second)
    expect(reply.body.length).toBeLessThan(150)
    const whole = await at.today(second)
    const { etag, ...same } = whole.headers
    expect(reply.headers).toMatchObject({
      ...same,
      date: expect.anything(),
      'content-encoding': 'dcz',
      'content-length': String(reply.body.length),
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(reply.headers.etag).not.toBe(etag)
  })

  it('is known by the tag of the difference, and by that of the whole', async () => {
    const { headers } = await at.ask(second, having(textOf(first)))
    const whole = await at.today(second)
    for (const etag of [headers.etag, whole.headers.etag]) {
      const again = await at.ask(second, { ...having(textOf(first)), 'if-none-match': String(etag) })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers.vary).toBe('accept-encoding, available-dictionary')
    }
    // Another dictionary, another form.
    const other = await at.ask(second, { ...having('unknown'), 'if-none-match': String(headers.etag) })
    expectWhole(other, second)
  })

  it('has a HEAD with the headers of the difference, and parts of the whole', async () => {
    const { headers, body } = await at.ask(second, having(textOf(first)))
    const head = await at.ask(second, having(textOf(first)), 'HEAD')
    expect(head.headers).toEqual({ ...headers, date: expect.anything() })
    expect([head.headers['content-length'], head.body.length]).toEqual([String(body.length), 0])
    const part = await at.ask(second, { ...having(textOf(first)), range: 'bytes=0-3' })
    expect([part.status, part.headers['content-encoding'], part.text]).toEqual([
      206,
      undefined,
      textOf(second).slice(0, 4),
    ])
  })
})

describe('what it always was is sent', () => {
  it.each([
    ['without the header', { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' }],
    ['to who takes no such encoding', { ...having(textOf(first)), 'accept-encoding': 'gzip, deflate, br, zstd' }],
    ['to who takes Brotli alone of the two', { ...having(textOf(first)), 'accept-encoding': 'gzip, br, dcb' }],
    ['to who wants none', { ...having(textOf(first)), 'accept-encoding': 'br, dcz;q=0' }],
    ['to who would rather have another', { ...having(textOf(first)), 'accept-encoding': 'br, dcz;q=0.1' }],
    ['to who takes anything', { ...having(textOf(first)), 'accept-encoding': 'br, *' }],
    ['for a file that nobody knows', having('/* of somebody else */')],
    ['for the file itself', having(textOf(second))],
    ['for another file of the same release', having(`${textOf(first)};other`)],
  ])('%s', async (_, headers) => {
    const { headers: whole, body } = await at.today(second)
    const reply = await at.ask(second, headers)
    expectWhole(reply, second)
    expect(reply.body).toEqual(body)
    expect(reply.headers).toEqual({ ...whole, date: expect.anything() })
  })

  const digest = digestOf(textOf(first)).toString('base64')
  it.each([
    '',
    ':',
    '::',
    digest,
    `"${digest}"`,
    `:${digest}`,
    `${digest}:`,
    `:${digest.slice(0, -1)}:`,
    `:${digest.slice(0, -2)}==:`,
    `:${digest}${digest}:`,
    `:${digest}:;a=1`,
    `:${digest}:, :${digest}:`,
    `: ${digest}:`,
    `:${digestOf(textOf(first)).toString('hex')}:`,
    `:${digest.toLowerCase()}:`,
    ':__proto__:',
    '__proto__',
    'constructor',
    `:${'A'.repeat(4_000)}:`,
  ])('where the header is malformed: %j', async (header) => {
    expectWhole(await at.ask(second, { ...having(textOf(first)), 'available-dictionary': header }), second)
  })
})
