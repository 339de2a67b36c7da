import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addressOf, type Fixture, fileOf } from '@platform/release/testing/fixture-release'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { addKey, revokeKey } from '@platform/site/changes/change-keys'
import { makePreview } from '@platform/site/changes/make-preview'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { ageVisits } from '@platform/site/testing/test-site'
import { until } from '../testing/test-origin'
import { assetPattern } from './delta-form'
import { openZstd, packDelta } from './run-deltas'
import {
  createDeltaSite,
  type DeltaSite,
  expectDelta,
  expectWhole,
  first,
  fourth,
  having,
  second,
  textOf,
  third,
} from './testing/delta-site'

let at: DeltaSite

beforeAll(async () => {
  at = await createDeltaSite()
  await at.goTo(second)
})
afterAll(() => at.remove())

const askHaving = (fixture: Fixture, text = textOf(first)) => at.ask(fixture, having(text))

describe('decision 33: a script of which a returning visitor has an older one', () => {
  it('is announced as a dictionary of the next one, and as one form of several', async () => {
    const { headers } = await at.askPlainly(first)
    expect(headers['use-as-dictionary']).toBe('match="/assets/catalog/courses.*.js", match-dest=("script")')
    expect(headers.vary).toBe('accept-encoding, available-dictionary')
    const style = await at.send(addressOf(first, 'courses.css'))
    expect(style.headers['use-as-dictionary']).toBe('match="/assets/catalog/courses.*.css", match-dest=("style")')
    const picture = await at.send('/images/courses/1.svg')
    expect(picture.headers).not.toHaveProperty('use-as-dictionary')
    expect(picture.headers.vary).toBe('accept-encoding')
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
    const { etag, ...same } = (await at.askPlainly(second)).headers
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
    const whole = await at.askPlainly(second)
    for (const etag of [headers.etag, whole.headers.etag]) {
      const again = await at.ask(second, { ...having(textOf(first)), 'if-none-match': String(etag) })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers.vary).toBe('accept-encoding, available-dictionary')
    }
    expectWhole(await at.ask(second, { ...having('unknown'), 'if-none-match': String(headers.etag) }), second)
  })

  it('has a HEAD with the headers of the difference, and parts of the whole', async () => {
    const { headers, body } = await askHaving(second)
    const head = await at.ask(second, having(textOf(first)), 'HEAD')
    expect(head.headers).toEqual({ ...headers, date: expect.anything() })
    expect([head.headers['content-length'], head.body.length]).toEqual([String(body.length), 0])
    const part = await at.ask(second, { ...having(textOf(first)), range: 'bytes=0-3' })
    const start = textOf(second).slice(0, 4)
    expect([part.status, part.headers['content-encoding'], part.text]).toEqual([206, undefined, start])
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
    const { headers: whole, body } = await at.askPlainly(second)
    const reply = await at.ask(second, headers)
    expectWhole(reply, second)
    expect(reply.body).toEqual(body)
    expect(reply.headers).toEqual({ ...whole, date: expect.anything() })
  })

  const digest = having(textOf(first))['available-dictionary'].slice(1, -1)
  const malformed = [
    ...['', ':', digest, `"${digest}"`, `:${digest}`, `${digest}:`, `:${digest.slice(0, -1)}:`],
    ...[`:${digest}${digest}:`, `:${digest}:;a=1`, `:${digest}:, :${digest}:`, `: ${digest}:`],
    ...[`:${digest.toLowerCase()}:`, `:${'A'.repeat(4_000)}:`, ':__proto__:', '__proto__', 'constructor'],
  ]
  it.each(malformed)('where the header is malformed: %j', async (value) => {
    expectWhole(await at.ask(second, { ...having(textOf(first)), 'available-dictionary': value }), second)
  })
})

describe('deltas', () => {
  it('are made again after a restart; where that fails, visitors get what they would otherwise', async () => {
    const { body } = await askHaving(second)
    await at.restart()
    expect((await askHaving(second)).body).toEqual(body)
    await at.restart(() => Promise.reject(new Error('no WebAssembly here')))
    expectWhole(await askHaving(second), second)
  })

  // Zstandard would parse tables from such a dictionary; a browser uses raw bytes.
  it('are not made of a file that begins as a trained dictionary does', async () => {
    const before = Buffer.from(textOf(first))
    const hostile = Buffer.concat([Buffer.from('37a430ec', 'hex'), before])
    const made = [before, hostile].map(async (it) => packDelta(await openZstd(), it, Buffer.from(textOf(second))))
    expect(await Promise.all(made)).toEqual([expect.any(Buffer), undefined])
  })

  it('are not made of a file that was changed', async () => {
    const script = path.join(at.copy.release('catalog', '0.2.0'), 'client', fileOf(first, 'courses.js'))
    await writeFile(script, '/* evil */')
    await at.restart()
    for (const text of [textOf(first), '/* evil */']) expectWhole(await askHaving(second, text), second)
    await writeFile(script, textOf(first))
    await at.restart()
    await expectDelta(await askHaving(second), first, second)
  })
})

describe('a file of a release', () => {
  it('is the dictionary of the next releases, and of a former one after a rollback', async () => {
    await at.goTo(third)
    for (const from of [first, second]) await expectDelta(await askHaving(third, textOf(from)), from, third)
    await rollBack(at.store)
    await at.isLive(3)
    await expectDelta(await askHaving(second, textOf(third)), third, second)
  })

  it('is a dictionary for the visitors of a canary', async () => {
    await startCanary(at.store, { catalog: '0.4.0' }, { share: 50 }, at.limits)
    await until(() => at.live().alternates().canary !== undefined)
    await at.refresh()
    await expectDelta(await askHaving(third), first, third)
    await stopCanary(at.store)
  })

  it('is no dictionary from a preview, nor while it cannot be read which keys were revoked', async () => {
    await at.publish(fourth)
    await makePreview(at.store, { catalog: '0.5.0' }, 3_600_000, at.limits)
    await at.refresh()
    expectWhole(await askHaving(second, textOf(fourth)), second)
    const keys = await readFile(at.copy.keys, 'utf8').catch(() => undefined)
    await writeFile(at.copy.keys, '[]')
    await at.refresh()
    expectWhole(await askHaving(second), second)
    await (keys === undefined ? rm(at.copy.keys) : writeFile(at.copy.keys, keys))
    await at.refresh()
    await expectDelta(await askHaving(second), first, second)
  })

  it('is no dictionary when its composition is pruned', async () => {
    await ageVisits(at.copy)
    await prune(at.store, 1)
    await at.refresh()
    expectWhole(await askHaving(second), second)
  })

  it('is no dictionary when the key of its release is revoked', async () => {
    const other = await createDeltaSite()
    const keys: string[] = []
    for (const fixture of [second, third]) await other.publish(fixture)
    for (const { version = '' } of [second, third]) {
      const { privateKey, publicKey } = createTeam()
      await signRelease(other.copy.release('catalog', version), privateKey)
      keys.push(await addKey(other.store, 'catalog', publicKey))
    }
    for (const { version = '' } of [second, third]) await other.activate({ catalog: version })
    await other.isLive(4)
    await expectDelta(await other.ask(third, having(textOf(second))), second, third)
    await revokeKey(other.store, 'catalog', keys[0] ?? '')
    await other.refresh()
    expectWhole(await other.ask(third, having(textOf(second))), third)
    await expectDelta(await other.ask(third, having(textOf(first))), first, third)
    await other.remove()
  })
})
