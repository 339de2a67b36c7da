import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { addressOf, catalogFixture, type Fixture, fileOf } from '@platform/release/testing/fixture-release'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { addKey, revokeKey } from '@platform/site/changes/change-keys'
import { makePreview } from '@platform/site/changes/make-preview'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { ageVisits } from '@platform/site/testing/test-site'
import { type Reply, setUpOrigin, until } from '../testing/test-origin'
import { assetPattern } from './delta-form'
import { type Deltas, followDeltas } from './follow-deltas'
import { openZstd, packDelta, runDeltas, type Zstd } from './run-deltas'

function longScript(change: string): string {
  const words = Array.from({ length: 400 }, (_, place) => `v${((place * 7_919) % 99_991).toString(36)}(${place * 31})`)
  return `${words.slice(0, 200).join(';')};show("${change}");${words.slice(200).join(';')}`
}

function catalogWith(version: string, heading: string): Fixture {
  const text = longScript(heading)
  return catalogFixture({ version, content: { 'client/courses.js': text, 'client/other.js': `${text};other` } })
}

const first = catalogWith('0.2.0', 'Available Courses')
const second = catalogWith('0.3.0', 'Courses on offer')
const third = catalogWith('0.4.0', 'All our courses')
const fourth = catalogWith('0.5.0', 'Courses to come')

const textOf = (fixture: Fixture) => fixture.content?.['client/courses.js'] ?? ''
const digestOf = (text: string) => createHash('sha256').update(text).digest()
const having = (text: string) => ({
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': `:${digestOf(text).toString('base64')}:`,
})

let deltas: Deltas | undefined
let open: (() => Promise<Zstd>) | undefined

const { site, origin, start } = setUpOrigin(undefined, {
  fileVariants(copy, live, log) {
    deltas = followDeltas(copy, live, log, (request, notify) => runDeltas(copy, request, notify, open))
    return deltas
  },
})

async function restart(opening?: () => Promise<Zstd>): Promise<void> {
  open = opening
  await origin.close()
  await start()
  await deltas?.refresh()
}

const isLive = async (number: number) => {
  await origin.isLive(number)
  await deltas?.refresh()
}
const activate = async ({ version = '' }: Fixture) => isLive((await site.activate({ catalog: version })).number)
const goTo = (fixture: Fixture) => site.publish(fixture).then(() => activate(fixture))
const ask = (fixture: Fixture, headers: Record<string, string>, method = 'GET') =>
  origin.send(addressOf(fixture, 'courses.js'), { method, headers })
const askHaving = (fixture: Fixture, text = textOf(first)) => ask(fixture, having(text))
const askPlainly = (fixture: Fixture) => ask(fixture, { 'accept-encoding': 'gzip, deflate, br, zstd' })

async function expectDelta(reply: Reply, from: Fixture, to: Fixture): Promise<void> {
  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'dcz'])
  const { decompress } = await openZstd()
  expect(reply.body.subarray(8, 40)).toEqual(digestOf(textOf(from)))
  expect(String(Buffer.from(decompress(reply.body.subarray(40), Buffer.from(textOf(from)))))).toBe(textOf(to))
}

function expectWhole(reply: Reply, of: Fixture): void {
  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'br'])
  expect(String(brotliDecompressSync(reply.body))).toBe(textOf(of))
}

beforeAll(async () => {
  for (const fixture of [first, second]) await goTo(fixture)
})

describe('decision 33: a script of which a returning visitor has an older one', () => {
  it('is announced as a dictionary of the next one, and as one form of several', async () => {
    const { headers } = await askPlainly(first)
    expect(headers['use-as-dictionary']).toBe('match="/assets/catalog/courses.*.js", match-dest=("script")')
    expect(headers.vary).toBe('accept-encoding, available-dictionary')
    const style = await origin.send(addressOf(first, 'courses.css'))
    expect(style.headers['use-as-dictionary']).toBe('match="/assets/catalog/courses.*.css", match-dest=("style")')
    const picture = await origin.send('/images/courses/1.svg')
    expect([picture.headers['use-as-dictionary'], picture.headers.vary]).toEqual([undefined, 'accept-encoding'])
  })

  it.each([
    ['/assets/catalog/pages/a.b.4e913f46.css', '/assets/catalog/pages/a.b.*.css'],
    ['/assets/catalog/without-hash.js', undefined],
    ['/assets/catalog/a(.*).4e913f46.js', undefined],
    ['/assets/catalog/:a.4e913f46.js', undefined],
    ['/assets/catalog/a", id="x.4e913f46.js', undefined],
  ])('is one of the files at %s', (address, pattern) => {
    expect(assetPattern(address)).toBe(pattern)
  })

  it('is sent as the difference, to this visitor alone', async () => {
    const reply = await askHaving(second)
    await expectDelta(reply, first, second)
    expect(reply.body.length).toBeLessThan(150)
    const { etag, ...same } = (await askPlainly(second)).headers
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
    const { headers } = await askHaving(second)
    const whole = await askPlainly(second)
    for (const etag of [headers.etag, whole.headers.etag]) {
      const again = await ask(second, { ...having(textOf(first)), 'if-none-match': String(etag) })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers.vary).toBe('accept-encoding, available-dictionary')
    }
    expectWhole(await ask(second, { ...having('unknown'), 'if-none-match': String(headers.etag) }), second)
  })

  it('has a HEAD with the headers of the difference, and parts of the whole', async () => {
    const { headers, body } = await askHaving(second)
    const head = await ask(second, having(textOf(first)), 'HEAD')
    expect(head.headers).toEqual({ ...headers, date: expect.anything() })
    expect([head.headers['content-length'], head.body.length]).toEqual([String(body.length), 0])
    const part = await ask(second, { ...having(textOf(first)), range: 'bytes=0-3' })
    expect([part.status, part.headers['content-encoding']]).toEqual([206, undefined])
    expect(part.text).toBe(textOf(second).slice(0, 4))
  })
})

describe('the whole file is sent', () => {
  it.each<[string, string | undefined, string?]>([
    ['to a client that takes no such encoding', 'gzip, br, zstd'],
    ['to a client that takes Brotli alone of the two', 'gzip, br, dcb'],
    ['to a client that wants none', 'br, dcz;q=0'],
    ['to a client that would rather have another', 'br, dcz;q=0.1'],
    ['to a client that takes anything', 'br, *'],
    ['for an unknown file', undefined, '/* of another site */'],
    ['for the file itself', undefined, textOf(second)],
    ['for another file of the same release', undefined, `${textOf(first)};other`],
  ])('%s', async (_, accepted, text = textOf(first)) => {
    const headers = { ...having(text), ...(accepted && { 'accept-encoding': accepted }) }
    const { headers: whole } = await askPlainly(second)
    const reply = await ask(second, headers)
    expectWhole(reply, second)
    expect(reply.headers).toEqual({ ...whole, date: expect.anything() })
  })

  const digest = having(textOf(first))['available-dictionary'].slice(1, -1)
  it.each([
    ...['', ':', digest, `"${digest}"`, `:${digest}`, `${digest}:`, `:${digest.slice(0, -1)}:`],
    ...[`:${digest}${digest}:`, `:${digest}:;a=1`, `:${digest}:, :${digest}:`, `: ${digest}:`],
    ...[`:${digest.toLowerCase()}:`, `:${'A'.repeat(4_000)}:`, ':__proto__:', '__proto__', 'constructor'],
  ])('where the header is malformed: %j', async (value) => {
    expectWhole(await ask(second, { ...having(textOf(first)), 'available-dictionary': value }), second)
  })
})

describe('deltas of a file', () => {
  it('are made again after a restart, of no changed file; where that fails, visitors get what they would otherwise', async () => {
    const { body } = await askHaving(second)
    const script = path.join(site.copy.release('catalog', '0.2.0'), 'client', fileOf(first, 'courses.js'))
    await writeFile(script, '/* evil */')
    await restart()
    for (const text of [textOf(first), '/* evil */']) expectWhole(await askHaving(second, text), second)
    await writeFile(script, textOf(first))
    await restart(() => Promise.reject(new Error('no WebAssembly here')))
    expectWhole(await askHaving(second), second)
    await restart()
    expect((await askHaving(second)).body).toEqual(body)
  })

  // Zstandard would parse tables from such a dictionary; a browser uses raw bytes.
  it('are not made of a file that begins as a trained dictionary does', async () => {
    const before = Buffer.from(textOf(first))
    const hostile = Buffer.concat([Buffer.from('37a430ec', 'hex'), before])
    const made = [before, hostile].map(async (it) => packDelta(await openZstd(), it, Buffer.from(textOf(second))))
    expect(await Promise.all(made)).toEqual([expect.any(Buffer), undefined])
  })

  it('is the dictionary of the next releases, of a former one after a rollback, and of a canary', async () => {
    await goTo(third)
    for (const from of [first, second]) await expectDelta(await askHaving(third, textOf(from)), from, third)
    await rollBack(site.store)
    await isLive(3)
    await expectDelta(await askHaving(second, textOf(third)), third, second)
    await startCanary(site.store, { catalog: '0.4.0' }, { share: 50 }, site.limits)
    await until(() => origin.canary() !== undefined)
    await deltas?.refresh()
    await expectDelta(await askHaving(third), first, third)
    await stopCanary(site.store)
  })

  it('is no dictionary from a preview, nor while it cannot be read which keys were revoked', async () => {
    await site.publish(fourth)
    await makePreview(site.store, { catalog: '0.5.0' }, 3_600_000, site.limits)
    await deltas?.refresh()
    expectWhole(await askHaving(second, textOf(fourth)), second)
    const keys = await readFile(site.copy.keys, 'utf8').catch(() => undefined)
    await writeFile(site.copy.keys, '[]')
    await deltas?.refresh()
    expectWhole(await askHaving(second), second)
    await (keys === undefined ? rm(site.copy.keys) : writeFile(site.copy.keys, keys))
    await deltas?.refresh()
    await expectDelta(await askHaving(second), first, second)
  })

  it('is no dictionary when its composition is pruned', async () => {
    await ageVisits(site.copy)
    await prune(site.store, 1)
    await deltas?.refresh()
    expectWhole(await askHaving(second), second)
  })

  it('is no dictionary when the key of its release is revoked', async () => {
    const keys: string[] = []
    const [fifth, sixth] = [catalogWith('0.6.0', 'Book a course'), catalogWith('0.7.0', 'Book now')]
    for (const fixture of [fifth, sixth]) await site.publish(fixture)
    for (const { version = '' } of [fifth, sixth]) {
      const { privateKey, publicKey } = createTeam()
      await signRelease(site.copy.release('catalog', version), privateKey)
      keys.push(await addKey(site.store, 'catalog', publicKey))
    }
    for (const fixture of [fifth, sixth]) await activate(fixture)
    await expectDelta(await askHaving(sixth, textOf(fifth)), fifth, sixth)
    await revokeKey(site.store, 'catalog', keys[0] ?? '')
    await deltas?.refresh()
    expectWhole(await askHaving(sixth, textOf(fifth)), sixth)
    await expectDelta(await askHaving(sixth, textOf(second)), second, sixth)
  })
})
