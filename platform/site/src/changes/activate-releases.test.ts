import { readComposition } from '@platform/compose/composition/composition'
import { readPage } from '@platform/compose/testing/kept-page'
import { addressOf, catalogFixture, contentFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { createTestSite, setUpSite, testSettings } from '../testing/test-site'
import { retirePackage } from './activate-releases'
import { rollBack } from './roll-back'

const site = setUpSite()

const page = (more: object) => ({ pages: [{ module: './courses-page', path: '/courses', ...more }] })
const pagesOf = async (number: number) => (await readComposition(site.copy, number)).pages

describe('an activation', () => {
  it('renders every page and variant and makes the composition live', async () => {
    const composition = await readComposition(site.copy, 1)
    expect(Object.keys(composition.pages).sort()).toEqual(['/', '/about', '/courses'])
    expect(composition.data).toEqual({ catalog: catalogFixture().data, shell: {} })
    expect(Object.keys(composition.pages['/courses']?.variants?.values ?? {})).toContain('food')
    const html = await readPage(site.copy, 1, '/courses?category=food')
    expect(html).toContain('<h1>Courses at /courses?category=food with 19.3.1</h1>')
    expect(html).toContain('.courses{color:green}')
    expect(html).toContain(addressOf(catalogFixture(), 'courses.js'))
    expect(html).toContain('"integrity":"sha256-')
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, history: [] })
  })

  // An older version, typed by mistake, went live without a warning.
  it('makes nothing new of what is live already, and says which packages went back to an older version', async () => {
    expect(await site.activate({ catalog: 'latest' })).toMatchObject({ number: 1, outcome: 'already live' })
    await site.publish(catalogFixture({ version: '0.2.0' }))
    expect(await site.activate({ catalog: '0.2.0' })).not.toHaveProperty('downgrades')
    expect(await site.activate({ catalog: '0.1.0' })).toMatchObject({
      downgrades: [{ package: 'catalog', from: '0.2.0', to: '0.1.0' }],
    })
  })

  // The name of a built-in property left the activation waiting for ever.
  it('hands each page what it says to search engines, and each variant its own', async () => {
    const about = (name: string) => [{ '@type': 'ItemList', name, itemListElement: [] }]
    const variants = { parameter: 'category', values: ['food', 'constructor'], structuredData: { food: about('food') } }
    await site.publish(catalogFixture({ version: '0.2.0', ...page({ structuredData: about('all'), variants }) }))
    await site.activate({ catalog: '0.2.0' })

    const read = (address: string) => readPage(site.copy, 2, address)
    const graph = (nodes: unknown) =>
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes })}</script>`
    expect(await read('/courses')).toContain(graph(about('all')))
    expect(await read('/courses?category=food')).toContain(graph(about('food')))
    expect(await read('/courses?category=constructor')).toContain(graph(about('all')))
    expect(await read('/about')).toContain(graph([]))
  })

  it('replaces one package, leaves the others; the sitemap dates each page to index by its own release', async () => {
    const variants = { parameter: 'category', values: ['food', 'food & drink', 'health'] }
    const pages = [
      { module: './courses-page', path: '/courses', variants },
      { module: './courses-page', path: '/courses/mine', noindex: true },
      { module: './courses-page', path: '/courses/gone', fallback: { below: '/courses', status: 404 as const } },
    ]
    await site.publish(catalogFixture({ version: '0.2.0', pages }))
    const releases = { catalog: '0.2.0', shell: '0.1.0' }
    expect(await site.activate({ catalog: '0.2.0' })).toEqual({ number: 2, outcome: 'activated', releases })
    expect(await site.copy.readPointer()).toMatchObject({ live: 2, history: [1] })
    const [first, second] = await Promise.all([1, 2].map((number) => readComposition(site.copy, number)))
    expect(second?.releases.shell?.liveSince).toBe(first?.createdAt)
    expect(second?.releases.catalog?.liveSince).toBe(second?.createdAt)
    const sitemap = await readPage(site.copy, 2, '/sitemap.xml')
    const entry = /<loc>http:\/\/localhost:3000(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g
    expect([...sitemap.matchAll(entry)].map(([, address, time]) => [address, time])).toEqual([
      ['/', first?.createdAt],
      ['/about', first?.createdAt],
      ['/courses', second?.createdAt],
      ['/courses?category=food', second?.createdAt],
      ['/courses?category=food%20%26%20drink', second?.createdAt],
      ['/courses?category=health', second?.createdAt],
    ])
  })

  it('lets a page open the window of a provider, and every page reach what the host names for all of them', async () => {
    const map = { 'frame-src': ['https://map.example'] }
    const pay = { 'script-src': ['https://pay.example'] }
    await site.changeSettings({ hosts: { catalog: pay, shell: map } })
    await site.publish(hostFixture({ version: '0.2.0', contentSecurityPolicy: map }))
    const other = { contentSecurityPolicy: { 'frame-src': ['https://other.example'] } }
    await site.publish(catalogFixture({ version: '0.2.0', ...page({ contentSecurityPolicy: pay }), ...other }))
    const { number } = await site.activate({ shell: '0.2.0', catalog: '0.2.0' })

    const pages = await pagesOf(number)
    expect(pages['/courses']?.headers['content-security-policy']).toMatch(
      /script-src 'self' [^;]*https:\/\/pay\.example;/,
    )
    for (const [address, { headers }] of Object.entries(pages)) {
      expect(headers['content-security-policy']).toContain("frame-src 'self' https://map.example")
      expect(headers['content-security-policy']).not.toContain('other.example')
      // A provider's script knows no Trusted Types.
      const hasTypes = headers['content-security-policy']?.includes('trusted-types')
      expect(hasTypes).toBe(address !== '/courses')
      const opener = address === '/courses' ? 'same-origin-allow-popups' : 'same-origin'
      expect(headers['cross-origin-opener-policy']).toBe(opener)
    }
  })
})

const real = { sandbox: false, stripePublishableKey: 'pk_live_1', paypalClientId: 'client' }

describe('a change of the settings', () => {
  it('composes what is live again, so that every page says the new', async () => {
    const changed = { ...real, publicUrl: 'https://shop.example', isDevelopment: true }
    expect((await site.changeSettings(changed)).activation).toMatchObject({ number: 2, outcome: 'activated' })
    const home = await readPage(site.copy, 2, '/')
    for (const part of ['"stripePublishableKey":"pk_live_1"', '"publicUrl":"https://shop.example"', '/dev/page.js']) {
      expect(home).toContain(part)
    }
    expect(await readPage(site.copy, 1, '/')).not.toContain('/dev/page.js')
    expect(await site.copy.readSettings()).toEqual({ ...testSettings, ...changed })
    const { headers } = (await pagesOf(2))['/'] ?? {}
    expect(headers?.['strict-transport-security']).toBe('max-age=63072000')
    expect(headers?.['content-security-policy']).toContain('upgrade-insecure-requests')
    expect(await readPage(site.copy, 2, '/sitemap.xml')).toContain('<loc>https://shop.example/courses</loc>')
  })

  it('waits for the first activation when nothing is live, and makes nothing when nothing differs', async () => {
    expect((await site.changeSettings({ sandbox: true })).activation).toBeUndefined()
    expect(await site.copy.readPointer()).toMatchObject({ live: 1 })
    const fresh = await createTestSite()
    expect((await fresh.changeSettings(real)).activation).toBeUndefined()
    await fresh.goLive()
    expect(await readPage(fresh.copy, 1, '/')).toContain('pk_live_1')
    await fresh.remove()
  })

  it.each<[object, RegExp]>([
    [{ publicUrl: 'https://shop.example/path' }, /The new settings: publicUrl must match/],
    [{ sandbox: false }, /real payments need the providers' public names/],
    [{ ...real, stripePublishableKey: 'sk_live_secret' }, /stripePublishableKey/],
    [{ colour: 'red' }, /colour|additional/],
  ])('to %j is refused and leaves what is kept', async (change, message) => {
    await expect(site.changeSettings(change)).rejects.toThrow(message)
    expect([await site.copy.readSettings(), (await site.copy.readPointer())?.live]).toEqual([testSettings, 1])
  })
})

// A package could never be removed again.
it('a package is taken out with its pages, and a rollback brings them back', async () => {
  await site.publish(contentFixture())
  const retire = () => retirePackage(site.store, 'content', {}, site.limits)
  await expect(retire()).rejects.toThrow('content is not part of what is live')
  await site.activate({ content: 'latest' })
  expect(await retire()).toMatchObject({ releases: { catalog: '0.1.0', shell: '0.1.0' } })
  expect(Object.keys(await pagesOf(3))).not.toContain('/blog')
  // Two origins that decided alike would go back twice.
  const twice = rollBack(site.store, undefined, { since: '', by: 'the origin itself', reason: '4 failures' }, 2)
  await expect(twice).rejects.toThrow('Composition 2 is not live any more')
  expect(await rollBack(site.store)).toMatchObject({ from: 3, to: 2 })
})
