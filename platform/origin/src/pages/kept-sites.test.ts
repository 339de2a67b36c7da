import { addressOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { linkComposition } from '@platform/site/changes/link-composition'
import { makePreview } from '@platform/site/changes/make-preview'
import { signPass } from '@platform/site/model/preview-pass'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'
import { isPreviewPage } from './pricing'

const old = catalogFixture()
const next = catalogFixture({
  version: '0.2.0',
  content: { 'server/courses-page.cjs': pageBundle(`'<h1>Second catalog</h1>'`), 'client/courses.js': '/* second */' },
})
let site: TestSite
let origin: TestOrigin
let link: string

beforeAll(async () => {
  site = await createTestSite()
  await site.goLive()
  await site.publish(next)
  await site.activate({ catalog: '0.2.0' })
  origin = await startTestOrigin(site)
  link = new URL((await linkComposition(site.store, 1)).link).pathname
})

afterAll(async () => {
  await origin.close()
  await site.remove()
})

const open = async (address: string) => {
  const { status, headers } = await origin.send(address)
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-store'])
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}
const courses = (cookie?: string) => origin.send('/courses', { headers: cookie === undefined ? {} : { cookie } })

describe('the address of a kept composition', () => {
  it('shows it to the browser that opened it, whatever is live; others get what is live', async () => {
    const { text, status, headers } = await courses(await open(link))
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex, nofollow'])
    expect(text).toContain('Courses at /courses')
    expect((await courses()).text).toContain('Second catalog')
    expect((await origin.send(addressOf(old, 'courses.js'))).status).toBe(200)
    expect((await origin.send('/favicon.svg', { headers: { cookie: await open(link) } })).status).toBe(200)
    expect(await open('/preview/leave')).toBe('site_preview=')
  })

  it('is the same every time, and leads to what is live while that is it', async () => {
    expect(new URL((await linkComposition(site.store, 1)).link).pathname).toBe(link)
    const live = new URL((await linkComposition(site.store, 2)).link).pathname
    expect((await courses(await open(live))).text).toContain('Second catalog')
  })

  it('lets the API and unknown addresses be what they are, and nothing be paid', async () => {
    const cookie = await open(link)
    expect((await origin.send('/api/health', { headers: { cookie } })).status).toBe(200)
    expect((await origin.send('/nowhere', { headers: { cookie } })).status).toBe((await origin.send('/nowhere')).status)
    expect(isPreviewPage(origin.origin.site, { composition: 1, cookies: cookie })).toBe(true)
    expect(isPreviewPage(origin.origin.site, { composition: 1, cookies: undefined })).toBe(false)
  })

  it('shows what is live when it was altered', async () => {
    const other = link.replace('/preview/1.', '/preview/2.')
    expect(await open(other)).toBe('site_preview=')
    // The last character of a signature says less than the others: one link in sixteen was the same after its change.
    const [, pass = '', first, rest] = /^\/preview\/(.+\.)(.)(.+)$/.exec(link) ?? []
    const cookie = `site_preview=${pass}${first === 'x' ? 'y' : 'x'}${rest}`
    expect((await courses(cookie)).text).toContain('Second catalog')
  })

  it('shows what is live when the composition is no longer kept', async () => {
    const gone = signPass((await site.copy.readPreviewKey()) ?? '', {
      composition: 7,
      expiresAt: Number.POSITIVE_INFINITY,
    })
    expect((await courses(await open(`/preview/${gone}`))).text).toContain('Second catalog')
    await expect(linkComposition(site.store, 7)).rejects.toThrow('Composition 7 is not kept. Kept are 2, 1.')
  })

  it('is not made of a preview, which has a link of its own that expires', async () => {
    await site.publish(catalogFixture({ version: '0.3.0' }))
    const { number } = await makePreview(site.store, { catalog: '0.3.0' }, 60_000, site.limits)
    await until(() => origin.origin.site.alternates().previews.length > 0)
    await expect(linkComposition(site.store, number)).rejects.toThrow('is a preview')
  })
})
