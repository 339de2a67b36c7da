import { readPage } from '@platform/compose/testing/kept-page'
import { createTestSite, type TestSite, testSettings } from '../testing/test-site'

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
