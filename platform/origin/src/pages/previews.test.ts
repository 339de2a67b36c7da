import { stat } from 'node:fs/promises'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { addressOf, catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { linkComposition, makePreview, type Preview, retirePreview } from '@platform/site/changes/make-preview'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { signPass } from '@platform/site/model/preview-pass'
import { readStatus } from '@platform/site/queries/read-status'
import { setUpOrigin, until } from '../testing/test-origin'
import { isPreviewPage } from './pricing'

const HOUR = 60 * 60 * 1_000
const page = (heading: string) => ({ 'server/courses-page.cjs': pageBundle(`'<h1>${heading}</h1>'`) })
const shown = catalogFixture({
  version: '0.2.0-pr.12',
  content: { ...page('Catalog to be looked at'), 'client/new.js': '/* of the preview */' },
})
const next = catalogFixture({
  version: '0.3.0',
  content: { ...page('Second catalog'), 'client/next.js': '/* of the next */' },
  pages: [...(catalogFixture().pages ?? []), { module: './courses-page', path: '/courses/new' }],
})
const { site, origin } = setUpOrigin()
let preview: Preview
let token: string

beforeAll(async () => {
  await site.publish(shown)
  preview = await makePreview(site.store, { catalog: '0.2.0-pr.12' }, HOUR, site.limits)
  token = preview.link.split('/preview/')[1] ?? ''
  await until(() => origin.origin.site.alternates().previews.length > 0)
})

const courses = (cookie?: string) => origin.send('/courses', { headers: cookie === undefined ? {} : { cookie } })
const cookieOf = async (link: string) => {
  const { status, headers } = await origin.send(link)
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-store'])
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

describe('a preview', () => {
  it('is what the browser with its link sees, under a ribbon that names it and leads out; others see what is live', async () => {
    const cookie = await cookieOf(`/preview/${token}`)
    const { text, status, headers } = await courses(cookie)
    expect(status).toBe(200)
    expect(text).toContain('Catalog to be looked at')
    expect(text).toContain('Preview of catalog@0.2.0-pr.12. Only this browser sees it.')
    expect(text).toContain('<a href="/preview/leave">')
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect((await courses()).text).toContain('Courses at /courses')
    expect((await courses()).text).not.toContain('ribbon')
    expect((await origin.send(addressOf(shown, 'new.js'))).status).toBe(200)
    expect(await cookieOf('/preview/leave')).toBe('site_preview=')
    expect((await stat(site.copy.previewKey)).mode & 0o777).toBe(0o600)
  })

  it('is kept by no cache and found by no search engine', async () => {
    const cookie = await cookieOf(`/preview/${token}`)
    for (const path of ['/courses', '/', '/robots.txt', '/sitemap.xml', '/favicon.svg']) {
      const { headers } = await origin.send(path, { headers: { cookie } })
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await courses(cookie)).headers['x-robots-tag']).toBe('noindex, nofollow')
    expect((await courses()).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    ['another composition', (good: string) => good.replace(/^\d+/, '1')],
    ['a later end', (good: string) => good.replace(/\.(\d+)\./, (_all, seconds) => `.${Number(seconds) + 1}.`)],
    ['another signature', (good: string) => `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`],
    ['a short signature', (good: string) => good.slice(0, -4)],
    ['nothing', () => 'x'],
    ['one that has expired', () => signPass('00', { composition: 2, expiresAt: 0 })],
  ])('shows what is live to a link or a cookie with %s', async (_name, change) => {
    expect(await cookieOf(`/preview/${encodeURIComponent(change(token))}`)).toBe('site_preview=')
    expect((await courses(`site_preview=${change(token)}`)).text).toContain('Courses at /courses')
  })

  it('stays beside what is live: an activation leaves it, no rollback goes to it, the status names it apart', async () => {
    await site.publish(next)
    expect((await site.activate({ catalog: '0.3.0' })).number).toBe(3)
    const { kept, previews } = await readStatus(site.store)
    expect([kept.map(({ number }) => number), previews.map(({ number }) => number)]).toEqual([[1], [2]])
    for (const reach of [rollBack, linkComposition]) {
      await expect(reach(site.store, 2)).rejects.toThrow('is a preview')
    }
    expect((await site.copy.readPointer())?.live).toBe(3)
    expect(isPreviewPage(origin.origin.site, { composition: 2, cookies: undefined })).toBe(true)
    await origin.isLive(3)
    const cookie = await cookieOf(`/preview/${token}`)
    expect((await courses(cookie)).text).toContain('Catalog to be looked at')
  })

  // A page that the previewed release lacks was shown from what is live.
  it('has no other pages, and lets an open tab of what is live load its scripts', async () => {
    const headers = { cookie: await cookieOf(`/preview/${token}`) }
    expect((await origin.send('/courses/new')).status).toBe(200)
    const { status, headers: sent } = await origin.send('/courses/new', { headers })
    expect([status, sent.location]).toEqual([302, '/'])
    expect((await origin.send(addressOf(next, 'next.js'), { headers })).status).toBe(200)
  })
})

describe('the address of a kept composition', () => {
  let link: string
  beforeAll(async () => {
    link = new URL((await linkComposition(site.store, 1)).link).pathname
  })

  it('shows it to the browser that opened it, whatever is live; others get what is live', async () => {
    const { text, status, headers } = await courses(await cookieOf(link))
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex, nofollow'])
    expect(text).toContain('Courses at /courses')
    expect((await courses()).text).toContain('Second catalog')
    expect((await origin.send(addressOf(catalogFixture(), 'courses.js'))).status).toBe(200)
    expect((await origin.send('/favicon.svg', { headers: { cookie: await cookieOf(link) } })).status).toBe(200)
    expect(await cookieOf('/preview/leave')).toBe('site_preview=')
  })

  it('is the same every time, and leads to what is live while that is it', async () => {
    expect(new URL((await linkComposition(site.store, 1)).link).pathname).toBe(link)
    const live = new URL((await linkComposition(site.store, 3)).link).pathname
    const cookies = await cookieOf(live)
    expect((await courses(cookies)).text).toContain('Second catalog')
    // After a rollback to it, nothing could be paid for an hour.
    expect(isPreviewPage(origin.origin.site, { composition: 3, cookies })).toBe(false)
  })

  it('lets the API and unknown addresses be what they are, and nothing be paid', async () => {
    const cookie = await cookieOf(link)
    expect((await origin.send('/api/health', { headers: { cookie } })).status).toBe(200)
    expect((await origin.send('/nowhere', { headers: { cookie } })).status).toBe((await origin.send('/nowhere')).status)
    expect(isPreviewPage(origin.origin.site, { composition: 1, cookies: cookie })).toBe(true)
    expect(isPreviewPage(origin.origin.site, { composition: 1, cookies: undefined })).toBe(false)
  })

  it('shows what is live when the composition is no longer kept', async () => {
    const gone = signPass((await site.copy.readPreviewKey()) ?? '', {
      composition: 7,
      expiresAt: Number.POSITIVE_INFINITY,
    })
    expect((await courses(await cookieOf(`/preview/${gone}`))).text).toContain('Second catalog')
    await expect(linkComposition(site.store, 7)).rejects.toThrow(/Composition 7 is not kept\. Kept are 3,.* 1\./)
  })
})

it('a preview shows what is live once it is retired, and prune deletes it', async () => {
  const cookie = await cookieOf(`/preview/${token}`)
  expect((await prune(site.store, 1)).compositions).toEqual([])
  await retirePreview(site.store, preview.number)
  await until(() => origin.origin.site.alternates().previews.length === 0)
  expect((await courses(cookie)).text).toContain('Second catalog')
  expect(await cookieOf(`/preview/${token}`)).toBe('site_preview=')
  expect(origin.origin.site.alternates().previewNumbers.has(preview.number)).toBe(true)
  await expect(retirePreview(site.store, preview.number)).rejects.toThrow('no preview that is shown')
  await prune(site.store, 1)
  expect(await listCompositions(site.copy)).toEqual([3, 1])
})
