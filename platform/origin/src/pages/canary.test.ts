import { readFile, writeFile } from 'node:fs/promises'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { addressOf, catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { finishCanary, shareCanary, startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { prune } from '@platform/site/changes/prune-site'
import { resumeSite, rollBack } from '@platform/site/changes/roll-back'
import type { Pointer } from '@platform/site/model/pointer'
import { readStatus } from '@platform/site/queries/read-status'
import { bucketCookie, compositionIn, setUpOrigin, until } from '../testing/test-origin'
import { bucketIn, bucketValue, isInCanary } from './bucket'

const second = catalogFixture({
  version: '0.2.0',
  content: {
    'server/courses-page.cjs': pageBundle(`'<h1>Second catalog</h1>'`),
    'client/new.js': '/* of the canary */',
    'client/courses.js': '/* other courses */',
    'public/images/courses/1.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1h9v9z"/></svg>',
  },
})
const { site, origin, ...setUp } = setUpOrigin(async (made) => {
  await made.goLive()
  await made.publish(second)
})

afterEach(async () => {
  const { hold, canary, live } = await pointer()
  if (hold) await resumeSite(site.store)
  if (canary) await stopCanary(site.store)
  if (live !== 1) await rollBack(site.store, 1)
  await until(() => origin.live() === 1 && !origin.canary())
})

const start = (share: number, steps?: { shares: number[]; everyMs: number }) =>
  startCanary(site.store, { catalog: '0.2.0' }, { share, steps }, site.limits)
const pointer = async () => (await site.copy.readPointer()) as Pointer
const salt = async () => (await pointer()).canary?.salt ?? ''
const isFollowed = () =>
  until(async () => {
    const { canary } = await pointer()
    const shown = origin.canary()
    return shown?.share === canary?.share && shown?.salt === canary?.salt
  })

async function startFollowed(share: number): Promise<number> {
  const { number } = await start(share)
  await isFollowed()
  return number
}

async function courses(bucket?: number) {
  const headers: Record<string, string> = bucket === undefined ? {} : { cookie: bucketCookie(await salt(), bucket) }
  return origin.send('/courses', { headers })
}

const isSecond = async (bucket?: number) => (await courses(bucket)).text.includes('Second catalog')

describe('a canary', () => {
  it('is what its part of the visitors get, the others and those without cookies get what is live', async () => {
    const { number } = await start(5, { shares: [25], everyMs: 60_000 })
    await isFollowed()
    for (const bucket of [0, 499]) expect(await isSecond(bucket)).toBe(true)
    for (const bucket of [500, 9_999, undefined]) expect(await isSecond(bucket)).toBe(false)
    expect(compositionIn(await courses(0))).toBe(number)
    await shareCanary(site.store, 25)
    await isFollowed()
    expect([await isSecond(0), await isSecond(2_499), await isSecond(2_500)]).toEqual([true, true, false])
    expect((await pointer()).canary).not.toHaveProperty('steps')
  })

  it('gives a bucket with documents alone, and no cache may give them to others', async () => {
    await startFollowed(5)
    const { headers } = await courses()
    expect(headers['set-cookie']?.[0]).toMatch(
      /^site_rollout=\d{1,4}(\.[\w-]{22}){2}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    for (const bucket of [0, 9_999]) {
      const reply = await courses(bucket)
      expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    for (const path of ['/robots.txt', '/favicon.svg', addressOf(second, 'new.js'), '/healthz', '/courses/', '/x']) {
      expect((await origin.send(path)).headers['set-cookie']).toBeUndefined()
    }
    const { status, headers: unchanged } = await origin.send('/courses', {
      headers: { cookie: bucketCookie(await salt(), 0), 'if-none-match': String((await courses(0)).headers.etag) },
    })
    expect([status, unchanged['cache-control']]).toEqual([304, 'private, no-cache'])
  })

  // First documents always came from the live composition, so no landing page was ever tried.
  it('is met by first documents too, when a browser asks, and never by programs', async () => {
    const number = await startFollowed(50)
    const first = async (headers: Record<string, string>) => {
      const reply = await origin.send('/courses', { headers })
      const { headers: sent } = reply
      const bucket = Number(/site_rollout=(\d+)\./.exec(sent['set-cookie']?.[0] ?? '')?.[1])
      return { isTried: compositionIn(reply) === number, bucket, sent }
    }
    const browser = await Promise.all(Array.from({ length: 60 }, () => first({ 'sec-fetch-dest': 'document' })))
    expect(browser.filter(({ isTried, bucket }) => isTried !== bucket < 5_000)).toEqual([])
    expect(new Set(browser.map(({ isTried }) => isTried)).size).toBe(2)
    for (const { sent } of browser) {
      expect([sent['cache-control'], sent.vary]).toEqual(['private, no-cache', 'accept-encoding, cookie'])
    }
    for (const headers of [{}, { accept: 'text/html' }, { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }]) {
      const programs = await Promise.all(Array.from({ length: 20 }, () => first(headers)))
      expect(programs.filter(({ isTried }) => isTried)).toEqual([])
    }
  })

  it('serves the files of both, and a file they have under one address to each its own', async () => {
    await startFollowed(5)
    for (const path of [addressOf(catalogFixture(), 'courses.js'), addressOf(second, 'new.js')]) {
      expect((await origin.send(path)).status).toBe(200)
    }
    const image = async (bucket: number) =>
      origin.send('/images/courses/1.svg', { headers: { cookie: bucketCookie(await salt(), bucket) } })
    expect((await image(0)).text).toContain('M1 1')
    expect((await image(9_999)).text).toContain('M0 0')
    for (const bucket of [0, 9_999]) expect((await image(bucket)).headers['cache-control']).toBe('no-cache')
  })

  it('becomes live as it is when it is finished, and a rollback goes back from it', async () => {
    const number = await startFollowed(5)
    const { etag } = (await courses(0)).headers
    expect(await finishCanary(site.store)).toEqual({ from: 1, to: number })
    await until(() => isSecond())
    const { headers } = await courses()
    expect([headers.etag, headers['cache-control'], headers['set-cookie']]).toEqual([etag, 'no-cache', undefined])
    expect(await pointer()).toMatchObject({ live: number, history: [1] })
    expect(await rollBack(site.store)).toMatchObject({ from: number, to: 1 })
  })

  it('is gone when it is stopped: its cookie is taken back, a tab of it keeps its files, prune leaves them', async () => {
    const number = await startFollowed(5)
    const cookie = bucketCookie(await salt(), 0)
    expect(await stopCanary(site.store)).toEqual({ stopped: number, live: 1 })
    await until(() => origin.canary() === undefined)
    const { headers, text } = await origin.send('/courses', { headers: { cookie } })
    expect(text).toContain('Courses at /courses')
    expect(headers['set-cookie']?.[0]).toBe('site_rollout=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect(headers['cache-control']).toBe('no-cache')
    expect((await origin.send('/courses')).headers['set-cookie']).toBeUndefined()
    await prune(site.store, 1)
    expect(await listCompositions(site.copy)).toEqual(expect.arrayContaining([number, 1]))
    expect((await origin.send(addressOf(second, 'new.js'))).status).toBe(200)
  })

  it('outlives a prune and a restart, is shown by the status, and leaves visitors to what is live when a page of it is damaged', async () => {
    const number = await startFollowed(100)
    expect((await prune(site.store, 1)).compositions).toEqual([])
    await origin.close()
    await setUp.start()
    expect(await isSecond(0)).toBe(true)
    const { canary, kept, live } = await readStatus(site.store)
    expect([live?.number, canary?.number, canary?.share]).toEqual([1, number, 100])
    expect(kept.map((it) => it.number)).not.toContain(number)
    await origin.close()
    for (const file of await pageFilesOf(site.copy, number, 'catalog')) await writeFile(file, 'damaged')
    await setUp.start()
    expect((await courses(0)).text).toContain('Courses at /courses')
    await expect(finishCanary(site.store)).rejects.toThrow('is not what was composed')
    expect((await pointer()).live).toBe(1)
  })

  it('is alone: nothing else goes live beside it, and a rollback ends it', async () => {
    await start(5)
    await expect(site.activate({ catalog: '0.2.0' })).rejects.toThrow('is the canary of 5 % of the visitors')
    await expect(start(5)).rejects.toThrow('"site canary finish" or "site canary stop"')
    await expect(site.changeSettings({ publicUrl: 'https://other.example' })).rejects.toThrow('is the canary')
    await stopCanary(site.store)
    await site.activate({ catalog: '0.2.0' })
    await startCanary(site.store, { catalog: '0.1.0' }, { share: 5 }, site.limits)
    await rollBack(site.store)
    const { live, canary } = await pointer()
    expect([live, canary]).toEqual([1, undefined])
  })

  it('is refused when it does not render, would be what is live or has a wrong share, and nothing is left of it', async () => {
    const content = { 'server/courses-page.cjs': pageBundle('(() => { throw new Error("broken") })()') }
    await site.publish(catalogFixture({ version: '0.3.0', content }))
    const before = await readFile(site.copy.current, 'utf8')
    const kept = await listCompositions(site.copy)
    for (const [catalog, [share, ...shares], reason] of [
      ['0.3.0', [5], 'broken'],
      ['0.1.0', [5], 'is live and is made'],
      ['0.2.0', [0], 'not a share'],
      ['0.2.0', [101], 'not a share'],
      ['0.2.0', [Number.NaN], 'not a share'],
      ['0.2.0', [25, 5], 'must grow'],
    ] as const) {
      const steps = shares.length > 0 ? { shares, everyMs: 1 } : undefined
      const starting = async () => startCanary(site.store, { catalog }, { share, steps }, site.limits)
      await expect(starting()).rejects.toThrow(reason)
    }
    expect(await readFile(site.copy.current, 'utf8')).toBe(before)
    expect(await listCompositions(site.copy)).toEqual(kept)
  })

  it('has exactly its share of the buckets, which none but its own cookie names', () => {
    const all = Array.from({ length: 10_000 }, (_, bucket) => bucket)
    const sizes = [0.01, 5, 99.99, 100].map((share) => all.filter((bucket) => isInCanary(bucket, share)).length)
    expect(sizes).toEqual([1, 500, 9_999, 10_000])
    const own = bucketCookie('salt', 12)
    for (const cookies of [`a=b; ${own}`, `${own} ; a=b`]) {
      const found = bucketIn(cookies, 'salt')
      expect([found?.bucket, found?.isDrawnFor('127.0.0'), found?.isDrawnFor('127.0.1')]).toEqual([12, true, false])
    }
    const values = ['', 'salt.12', own.replace('=12.', '=13.').slice(13), bucketValue('other', 12, '127.0.0')]
    for (const cookies of [undefined, '', `x${own}`, ...values.map((it) => `site_rollout=${it}`)]) {
      expect([cookies, bucketIn(cookies, 'salt')]).toEqual([cookies, undefined])
    }
  })
})
