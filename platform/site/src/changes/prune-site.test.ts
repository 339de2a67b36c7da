import { cp, mkdir, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@platform/base/durable/durable'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { readStatus } from '../queries/read-status'
import { ageVisits, setUpSite } from '../testing/test-site'
import { prune } from './prune-site'
import { rollBack } from './roll-back'

const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
const site = setUpSite()

async function release(version: string): Promise<void> {
  await site.publish(catalogFixture({ version }))
  await site.activate({ catalog: version })
}

const age = (...parts: string[]) => utimes(path.join(site.copy.root, ...parts), twoDaysAgo, twoDaysAgo)
const isKept = (version: string) => exists(site.copy.release('catalog', version))

describe('prune', () => {
  it('deletes old compositions and the releases only they named, and what killed processes left', async () => {
    await release('0.2.0')
    await site.publish(catalogFixture({ version: '0.3.0' }))
    await age('releases/catalog/0.1.0/release.json')
    await ageVisits(site.copy)
    const leftover = path.join(site.copy.temporary, 'publish-x')
    await mkdir(leftover)
    await age('tmp/publish-x')
    // A killed activation never made this one live.
    await cp(site.copy.composition(2), site.copy.composition(3), { recursive: true })

    expect(await prune(site.store, 1)).toEqual({ compositions: [3, 1], releases: ['catalog@0.1.0'] })
    expect(await listCompositions(site.copy)).toEqual([2])
    expect([await isKept('0.1.0'), await isKept('0.2.0'), await isKept('0.3.0')]).toEqual([false, true, true])
    expect(await exists(site.copy.release('shell', '0.1.0'))).toBe(true)
    expect(await exists(leftover)).toBe(false)
  })

  it('keeps what was live before, however many newer ones were tried and rolled back', async () => {
    for (const version of ['0.2.0', '0.3.0', '0.4.0']) {
      await release(version)
      await rollBack(site.store)
    }
    await release('0.5.0')
    await ageVisits(site.copy)
    await age('releases/catalog/0.1.0/release.json')
    await prune(site.store, 2)
    expect(await rollBack(site.store)).toMatchObject({ from: 5, to: 1 })
    // The live one stays, however old.
    expect((await prune(site.store, 1)).compositions).not.toContain(1)
    expect(await isKept('0.1.0')).toBe(true)
  })

  // A hotfix deleted the newer release that waited.
  it('keeps a release that waits, but no trial build', async () => {
    const trial = '0.3.0-local.h0a1b2c3d'
    for (const version of ['0.3.0', trial]) {
      await site.publish(catalogFixture({ version }))
      await age(`releases/catalog/${version}/release.json`)
    }
    await release('0.2.0')
    expect([await isKept('0.3.0'), await isKept(trial)]).toEqual([true, false])
  })

  it('keeps for a day what visitors got, however many releases follow', async () => {
    // Ten quick releases broke a tab opened minutes before: retention was counted, not timed.
    for (let version = 1; version <= 11; version += 1) await release(`1.0.${version}`)
    expect(await listCompositions(site.copy)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    await ageVisits(site.copy)
    await prune(site.store)
    expect(await listCompositions(site.copy)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  }, 120_000)

  it('clears away what is left of a half-deleted release, which hinders nobody', async () => {
    // A half-deleted release broke status, prune and `@latest`.
    await site.publish(catalogFixture({ version: '0.2.0' }))
    await rm(path.join(site.copy.release('catalog', '0.2.0'), 'release.json'))

    expect((await readStatus(site.store)).waiting).toEqual([])
    expect(await site.activate({ catalog: 'latest' })).toMatchObject({ outcome: 'already live' })
    await expect(site.activate({ catalog: '0.2.0' })).rejects.toThrow('catalog@0.2.0 is not published')
    expect((await prune(site.store)).releases).toEqual(['catalog@0.2.0'])
    await site.publish(catalogFixture({ version: '0.2.0' }))
    expect(await isKept('0.2.0')).toBe(true)
  })
})
