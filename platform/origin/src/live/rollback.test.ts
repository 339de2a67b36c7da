import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { exists } from '@platform/base/durable/durable'
import { readComposition } from '@platform/compose/composition/composition'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { catalogFixture, fileOf } from '@platform/release/testing/fixture-release'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { readStatus } from '@platform/site/queries/read-status'
import { withPointerLease } from '@platform/site/store/file/site-leases'
import { ageVisits, setUpSite } from '@platform/site/testing/test-site'
import { startTestOrigin, until } from '../testing/test-origin'

const site = setUpSite(async (three) => {
  await three.goLive()
  for (const version of ['0.2.0', '0.3.0']) {
    await three.publish(catalogFixture({ version }))
    await three.activate({ catalog: version })
  }
})

const live = async () => (await site.copy.readPointer())?.live

describe('rollBack: an operator can always undo', () => {
  it('goes to the composition given, forward again, and then to what was live before', async () => {
    await expect(rollBack(site.store, 3)).rejects.toThrow('Composition 3 is already live')
    await expect(rollBack(site.store, 9)).rejects.toThrow('Composition 9 is not kept. Kept are: 3, 2, 1')
    expect(await rollBack(site.store)).toEqual({ from: 3, to: 2, skipped: [], settings: [] })
    const { live, kept, waiting } = await readStatus(site.store)
    expect(live).toMatchObject({ number: 2, releases: { catalog: { version: '0.2.0' } } })
    expect([kept.map(({ number }) => number), waiting.map(({ version }) => version)]).toEqual([
      [3, 1],
      ['0.3.0', '0.1.0'],
    ])
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1 })
    await expect(rollBack(site.store)).rejects.toThrow('There is no earlier composition to go back to')
    expect(await rollBack(site.store, 3)).toMatchObject({ from: 1, to: 3 })
    expect(await rollBack(site.store)).toMatchObject({ from: 3, to: 1 })
    await site.activate({ catalog: '0.2.0' })
    expect(await rollBack(site.store)).toMatchObject({ from: 4, to: 1 })
  })

  it('passes over compositions that were pruned', async () => {
    await ageVisits(site.copy)
    await prune(site.store, 1)
    await expect(rollBack(site.store)).rejects.toThrow('There is no earlier composition')
  })
})

describe('rollBack looks at what it goes back to', () => {
  const pages = async () => (await pageFilesOf(site.copy, 2, 'catalog'))[0] ?? ''
  const [script, style] = [fileOf(catalogFixture(), 'courses.js'), fileOf(catalogFixture(), 'courses.css')]
  const released = (name: string) => path.join(site.copy.release('catalog', '0.2.0'), name)

  it.each<[string, () => Promise<unknown>, string]>([
    ['missing pages', async () => rm(await pages()), 'is part of the composition, but cannot be read'],
    ['changed pages', async () => appendFile(await pages(), ' '), 'is not what was composed'],
    ['a missing release', () => rm(released(''), { recursive: true }), 'There is no release.json'],
    ['a changed script', () => appendFile(released(`client/${script}`), ' '), `client/${script} in`],
    [
      'another content in a compressed copy of a style',
      () => writeFile(released(`encoded/client/${style}.br`), brotliCompressSync('.courses{color:red}')),
      `The br copy of client/${style} in`,
    ],
  ])('and goes further back past %s, or refuses it by its number', async (_name, injectFault, message) => {
    await injectFault()
    const before = await readdir(site.copy.root, { recursive: true })
    await expect(rollBack(site.store, 2)).rejects.toThrow(message)
    await expect(rollBack(site.store, 2)).rejects.toThrow('Composition 2 cannot be gone back to')
    expect(await readdir(site.copy.root, { recursive: true })).toEqual(before)
    expect(await live()).toBe(3)
    expect(await rollBack(site.store)).toMatchObject({
      from: 3,
      to: 1,
      skipped: [{ number: 2, reason: expect.stringContaining(message) }],
    })
  })

  it('and names what is wrong with each when none is whole', async () => {
    for (const number of [1, 2]) await rm((await pageFilesOf(site.copy, number, 'catalog'))[0] ?? '')
    await expect(rollBack(site.store)).rejects.toThrow(/Composition 2 cannot .*\nComposition 1 cannot /)
    expect(await live()).toBe(3)
  })
})

it('rollBack is not undone by an activation of another operator that began before it', async () => {
  await site.publish(catalogFixture({ version: '0.4.0' }))
  let activation: Promise<unknown> = Promise.resolve()
  await withPointerLease(site.copy, async () => {
    activation = site.activate({ catalog: '0.4.0' })
    activation.catch(() => {})
    await until(() => exists(site.copy.composition(4)))
    await writeFile(site.copy.current, JSON.stringify({ live: 2, history: [1] }))
  })
  await expect(activation).rejects.toThrow('Composition 2 became live meanwhile')
  expect(await live()).toBe(2)
  expect(await readdir(site.copy.compositions)).toEqual(['1', '2', '3'])
})

it("rollBack goes back to pages with their former settings, names them, and leaves today's for the next composition", async () => {
  // Rollback composed anew: it was slow, waited for the lease and failed when a page did not render.
  await site.changeSettings({ publicUrl: 'https://shop.example' })
  expect(await live()).toBe(4)
  await site.store.exclusive('activate', async () => {
    expect(await rollBack(site.store, 2)).toMatchObject({ from: 4, to: 2, settings: ['publicUrl'] })
  })
  expect(await site.store.readDocument('settings')).toMatchObject({ publicUrl: 'https://shop.example' })
  await rollBack(site.store, 3)
  expect(await site.activate({ catalog: '0.3.0' })).toMatchObject({ number: 5, outcome: 'activated' })
  expect((await readComposition(site.copy, 5)).settings.publicUrl).toBe('https://shop.example')
})

// A damaged pointer file stopped the origin at its start and made "site rollback" fail with "Unexpected end of JSON input".
it('goes on with the last signed pointer while the file is damaged, and so does an undo', async () => {
  await writeFile(site.copy.current, '{"live":')
  let origin = await startTestOrigin(site)
  const statusOf = async () => (await origin.send('/courses')).status
  expect([origin.live(), await statusOf()]).toEqual([3, 200])
  for (const document of [site.copy.settings, site.copy.keys]) await writeFile(document, '{')
  expect(await rollBack(site.store)).toMatchObject({ from: 3, to: 2 })
  await origin.isLive(2)
  await expect(site.activate({ catalog: '0.2.0' })).rejects.toThrow(
    'settings.json is damaged: it is no JSON. Put it back',
  )
  await origin.close()

  // Without the last signed pointers it serves nothing until the pointer is there again.
  const pointer = await readFile(site.copy.current)
  await rm(site.copy.lastPointers)
  await writeFile(site.copy.current, 'damaged')
  origin = await startTestOrigin(site)
  expect(await statusOf()).toBe(503)
  await writeFile(site.copy.current, pointer)
  await until(async () => (await statusOf()) === 200)
  await origin.close()
})
