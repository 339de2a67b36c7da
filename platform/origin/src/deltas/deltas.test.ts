import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addressOf, fileOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, type Fixture } from '@platform/release/testing/fixture-release'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { startCanary } from '@platform/site/changes/change-canary'
import { addKey, revokeKey } from '@platform/site/changes/change-keys'
import { makePreview } from '@platform/site/changes/make-preview'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { ageVisits } from '@platform/site/testing/test-site'
import {
  createDeltaSite,
  type DeltaSite,
  expectDelta,
  expectWhole,
  first,
  having,
  keptName,
  second,
  textOf,
  third,
} from '../testing/delta-site'
import { until } from '../testing/test-origin'
import { packDelta } from './dcz'
import { openWasm } from './zstd'

const HOUR_MS = 3_600_000
let at: DeltaSite

beforeEach(async () => {
  at = await createDeltaSite()
})
afterEach(() => at.remove())

describe('decision 33: a script of which a returning visitor has an older one', () => {
  it('is sent as the difference to each of the releases before, whichever of them the visitor has', async () => {
    await at.goTo(second)
    await at.goTo(third)
    for (const from of [first, second]) await expectDelta(await at.ask(third, having(textOf(from))), from, third)
  })

  it('is sent so after a rollback too: the newer one is the dictionary then', async () => {
    await at.goTo(second)
    await rollBack(at.store)
    await at.until(2)
    await expectDelta(await at.ask(first, having(textOf(second))), second, first)
  })

  it('is sent so to the visitors of a canary', async () => {
    await at.publish(second)
    await startCanary(at.store, { catalog: '0.3.0' }, { share: 50 }, at.limits)
    await until(() => at.live().alternates().canary !== undefined)
    await at.refresh()
    await expectDelta(await at.ask(second, having(textOf(first))), first, second)
  })
})

describe('a file that was withdrawn', () => {
  it('is no dictionary when the key of its release is revoked, and no delta to it stays', async () => {
    const keys: string[] = []
    for (const fixture of [second, third]) await at.publish(fixture)
    for (const { version = '' } of [second, third]) {
      const { privateKey, publicKey } = createTeam()
      await signRelease(at.copy.release('catalog', version), privateKey)
      keys.push(await addKey(at.store, 'catalog', publicKey))
    }
    for (const { version = '' } of [second, third]) await at.activate({ catalog: version })
    await at.until(4)
    await expectDelta(await at.ask(third, having(textOf(second))), second, third)
    await revokeKey(at.store, 'catalog', keys[0] ?? '')
    await at.refresh()
    expectWhole(await at.ask(third, having(textOf(second))), third)
    expect(await readdir(at.copy.deltas)).not.toContain(keptName(second, third))
    await expectDelta(await at.ask(third, having(textOf(first))), first, third)
  })

  it('is no dictionary when its composition is pruned', async () => {
    await at.goTo(second)
    await expectDelta(await at.ask(second, having(textOf(first))), first, second)
    await ageVisits(at.copy)
    await prune(at.store, 1)
    await at.refresh()
    expectWhole(await at.ask(second, having(textOf(first))), second)
    expect(await readdir(at.copy.deltas)).toEqual([])
  })

  it('is no dictionary while nobody can read which keys were revoked', async () => {
    await at.goTo(second)
    const keys = await readFile(at.copy.keys, 'utf8').catch(() => undefined)
    await writeFile(at.copy.keys, '[]')
    await at.refresh()
    expectWhole(await at.ask(second, having(textOf(first))), second)
    await (keys === undefined ? rm(at.copy.keys) : writeFile(at.copy.keys, keys))
    await at.refresh()
    await expectDelta(await at.ask(second, having(textOf(first))), first, second)
  })

  it('is no dictionary when it was only in a preview', async () => {
    await at.publish(second)
    await makePreview(at.store, { catalog: '0.3.0' }, HOUR_MS, at.limits)
    await at.goTo(third)
    expectWhole(await at.ask(third, having(textOf(second))), third)
  })

  it('is no dictionary when it was changed on the disk before the delta was made', async () => {
    const file = path.join(at.copy.release('catalog', '0.2.0'), 'client', fileOf(first, 'courses.js'))
    await writeFile(file, '/* evil */')
    await at.goTo(second)
    expectWhole(await at.ask(second, having(textOf(first))), second)
    expectWhole(await at.ask(second, having('/* evil */')), second)
  })
})

describe('deltas on the disk', () => {
  it('are kept by the digests of both sides, and taken after a restart', async () => {
    await at.goTo(second)
    const file = path.join(at.copy.deltas, keptName(first, second))
    const before = await readFile(file)
    expect((await at.ask(second, having(textOf(first)))).body).toEqual(before)
    await at.restart()
    expect((await at.ask(second, having(textOf(first)))).body).toEqual(before)
  })

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['with a byte changed', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length - 8)],
    ['empty', () => Buffer.alloc(0)],
    ['of another file', async () => packed(third)],
    ['of text', () => Buffer.from('<script>alert(1)</script>')],
  ])('are made again when one is found %s', async (_, damage) => {
    await at.goTo(second)
    const file = path.join(at.copy.deltas, keptName(first, second))
    const whole = await readFile(file)
    await writeFile(file, await damage(whole))
    await at.restart()
    expect((await at.ask(second, having(textOf(first)))).body).toEqual(whole)
    expect(await readFile(file)).toEqual(whole)
  })

  it('that nobody can use any more are deleted, with whatever else stands there', async () => {
    await at.goTo(second)
    await writeFile(path.join(at.copy.deltas, 'stray'), 'x')
    await at.goTo(third)
    const names = await readdir(at.copy.deltas)
    expect(names.sort()).toEqual(expect.arrayContaining([keptName(first, third), keptName(second, third)].sort()))
    for (const gone of ['stray', keptName(first, second)]) expect(names).not.toContain(gone)
  })

  it('cannot be kept on a full disk: visitors get what they would otherwise, and nothing half-done stays', async () => {
    await rm(at.copy.deltas, { recursive: true, force: true })
    await writeFile(at.copy.deltas, 'no folder can be made here')
    await at.goTo(second)
    await expectDelta(await at.ask(second, having(textOf(first))), first, second)
    expectWhole(await at.today(second), second)
    expect(await readdir(at.copy.temporary)).toEqual([])
  })

  it('are not made where making them fails: the site goes live all the same', async () => {
    await at.restart(() => Promise.reject(new Error('no WebAssembly here')))
    await at.goTo(second)
    expectWhole(await at.ask(second, having(textOf(first))), second)
  })

  it('are no larger than what is sent without them', async () => {
    const style = (colour: string) => `.courses{color:${colour}}`
    const other = catalogFixture({ version: '0.9.0', content: { 'client/courses.css': style('blue') } })
    await at.goTo(other)
    const reply = await at.send(addressOf(other, 'courses.css'), having(style('green')))
    expect(reply.headers['content-encoding']).not.toBe('dcz')
    expect(reply.status).toBe(200)
  })

  async function packed(fixture: Fixture): Promise<Buffer> {
    return packDelta(await openWasm(), Buffer.from(textOf(first)), Buffer.from(textOf(fixture))) ?? Buffer.alloc(0)
  }
})
