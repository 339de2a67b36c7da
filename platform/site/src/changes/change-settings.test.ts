import { readComposition } from '@platform/compose/composition/composition'
import { readPage } from '@platform/compose/testing/kept-page'
import { catalogFixture, contentFixture, hostFixture, routesWithBlog } from '@platform/release/testing/fixture-release'
import { createTestSite, type TestSite, testSettings } from '../testing/test-site'
import { retirePackage } from './activate-releases'
import { rollBack } from './roll-back'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite()
})

afterEach(() => site.remove())

const live = { sandbox: false, stripePublishableKey: 'pk_live_1', paypalClientId: 'client' }
const homePage = (number: number) => readPage(site.copy, number, '/')

describe('changeSettings', () => {
  it('composes what is live again, so that every page says the new', async () => {
    await site.goLive()
    const { activation } = await site.changeSettings({ ...live, publicUrl: 'https://shop.example' })

    expect(activation).toMatchObject({ number: 2, outcome: 'activated' })
    expect(await homePage(2)).toContain('"stripePublishableKey":"pk_live_1"')
    expect(await homePage(2)).toContain('"publicUrl":"https://shop.example"')
    expect(await site.copy.readSettings()).toEqual({ ...testSettings, ...live, publicUrl: 'https://shop.example' })
  })

  it('composes again when the public address has changed', async () => {
    await site.goLive()
    const { activation } = await site.changeSettings({ publicUrl: 'https://shop.example' })
    const number = activation?.number ?? 0

    const { pages } = await readComposition(site.copy, number)
    expect(pages['/']?.headers['strict-transport-security']).toBe('max-age=63072000')
    expect(pages['/']?.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    expect(await readPage(site.copy, number, '/sitemap.xml')).toContain('<loc>https://shop.example/courses</loc>')
  })

  it('adds the reload script only while developing', async () => {
    await site.goLive()
    const { activation } = await site.changeSettings({ isDevelopment: true })
    const number = activation?.number ?? 0
    const read = (number: number) => readPage(site.copy, number, '/')
    expect(await read(1)).not.toContain('/dev/page.js')
    expect(await read(number)).toContain('/dev/page.js')
  })

  it('keeps them for the first activation when nothing is live yet', async () => {
    expect((await site.changeSettings(live)).activation).toBeUndefined()
    await site.goLive()
    expect(await homePage(1)).toContain('pk_live_1')
  })

  it('changes nothing when nothing differs', async () => {
    await site.goLive()
    expect((await site.changeSettings({ sandbox: true })).activation).toBeUndefined()
    expect(await site.copy.readPointer()).toMatchObject({ live: 1 })
  })

  it.each<[object, RegExp]>([
    [{ publicUrl: 'shop.example' }, /The new settings: publicUrl must match/],
    [{ publicUrl: 'https://shop.example/path' }, /publicUrl/],
    [{ sandbox: false }, /real payments need the providers' public names/],
    [{ ...live, stripePublishableKey: 'sk_live_secret' }, /stripePublishableKey/],
    [{ colour: 'red' }, /colour|additional/],
  ])('refuses %j and leaves what is kept', async (change, message) => {
    await site.goLive()
    await expect(site.changeSettings(change)).rejects.toThrow(message)
    expect(await site.copy.readSettings()).toEqual(testSettings)
    expect(await site.copy.readPointer()).toMatchObject({ live: 1 })
  })
})

describe('retirePackage', () => {
  it('takes a package and its pages out, and a rollback brings them back', async () => {
    // A package could never be removed again.
    await site.publish(hostFixture({ routes: routesWithBlog }))
    for (const fixture of [catalogFixture(), contentFixture(), hostFixture({ version: '0.2.0' })]) {
      await site.publish(fixture)
    }
    await site.activate({ shell: '0.1.0', catalog: 'latest', content: 'latest' })

    expect(await retirePackage(site.store, 'content', { shell: '0.2.0' }, site.limits)).toMatchObject({
      releases: { catalog: '0.1.0', shell: '0.2.0' },
    })
    expect(Object.keys((await readComposition(site.copy, 2)).pages)).not.toContain('/blog')
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1 })
  })

  it.each([
    ['catalog', 'shell@0.1.0 routes to catalog/courses-page, which no live release exposes'],
    ['content', 'content is not part of what is live'],
  ])('refuses to take out %s', async (name, message) => {
    await site.goLive()
    await expect(retirePackage(site.store, name, {}, site.limits)).rejects.toThrow(message)
  })
})
