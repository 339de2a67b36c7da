import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { fetchRelease } from '@platform/release/npm-registry/fetch-release'
import { catalogFixture, hostFixture, writeFixture } from '@platform/release/testing/fixture-release'
import { packAsNpm, startNpmRegistry } from '@platform/release/testing/npm-registry'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { fingerprintOf } from '@platform/release/verify/team-keys'
import { Header } from 'tar'
import type { Site } from '../site/site'
import { setUpSite } from '../testing/test-site'
import { activateReleases } from './activate-releases'
import { addKey, retireKey, revokeKey } from './change-keys'
import { rollBack } from './roll-back'

jest.setTimeout(60_000)
const team = createTeam()
const site = setUpSite(async () => {})
let registry: Awaited<ReturnType<typeof startNpmRegistry>>
let dist: string

beforeEach(async () => {
  registry = await startNpmRegistry()
  dist = path.join(site.copy.root, '../built')
  await build('1.6.0')
  await addKey(site.store, 'catalog', team.publicKey)
})

afterEach(() => registry.close())

async function build(version: string, content?: Record<string, string>, key = team.privateKey): Promise<void> {
  await writeFixture(dist, catalogFixture({ version, ...(content && { content }) }))
  await writeFile(path.join(dist, 'package.json'), JSON.stringify({ name: '@site-release/catalog', version }))
  await signRelease(dist, key)
}

const pins = () => ({ read: site.copy.readPin, pin: site.store.pinIntegrity })
const fetchVersion = (wanted = '1.6.0') => fetchRelease(site.copy, pins(), registry.settings, 'catalog', wanted)

async function expectRefusal(words: RegExp): Promise<void> {
  const before = await readdir(site.copy.root, { recursive: true })
  await expect(fetchVersion()).rejects.toThrow(words)
  expect(await readdir(site.copy.root, { recursive: true })).toEqual(before)
}

describe('a release in the teams’ registry', () => {
  it('is taken in by its version or by a dist-tag, with its signature', async () => {
    await registry.publish('catalog', '1.6.0', dist)
    await build('1.7.0-rc.1')
    await registry.publish('catalog', '1.7.0-rc.1', dist, { tag: 'next' })
    expect(await fetchVersion()).toEqual({ package: 'catalog', version: '1.6.0', outcome: 'published' })
    expect(await fetchVersion('latest')).toMatchObject({ version: '1.6.0', outcome: 'already published' })
    expect(await fetchVersion('next')).toMatchObject({ version: '1.7.0-rc.1', outcome: 'published' })
    const files = (await readdir(site.copy.release('catalog', '1.6.0'), { recursive: true })).map((file) =>
      path.basename(file),
    )
    expect(files).toEqual(expect.arrayContaining(['release.json', 'release.sig']))
    expect(files).not.toContain('package.json')
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'its tarball was changed',
      async () => ({ tarball: await packAsNpm(dist), integrity: `sha512-${randomBytes(64).toString('base64')}` }),
      /tarball of catalog@1\.6\.0 .* does not match its SHA-512/,
    ],
    [
      'another team signed it',
      () => build('1.6.0', undefined, createTeam().privateKey),
      /catalog@1\.6\.0: the signature .* none of the keys the site trusts for catalog/,
    ],
    [
      'its tarball stands on another server',
      async () => ({ address: 'http://127.0.0.1:9/catalog.tgz' }),
      /catalog@1\.6\.0 is at .* outside of/,
    ],
    [
      'the tarball leads out of its folder',
      async () => {
        const header = new Header({ path: 'package/../../../outside', type: 'File', size: 0, mode: 0o644 })
        header.encode()
        return { tarball: gzipSync(Buffer.concat([header.block ?? Buffer.alloc(512), Buffer.alloc(1024)])) }
      },
      /cannot be unpacked/,
    ],
    [
      'it unpacks to more than a release can have',
      async () => ({ tarball: Buffer.concat(Array(129).fill(gzipSync(Buffer.alloc(1024 * 1024)))) }),
      /cannot be unpacked/,
    ],
  ])('is refused when %s', async (_what, prepare, words) => {
    await registry.publish('catalog', '1.6.0', dist, Object(await prepare()))
    await expectRefusal(words)
  })

  // A redirect to a blob store, one 503 and a malformed version beside it each hid a sound release; an integrity with
  // a second hash or an option was called changed.
  it('F11, F12: is taken in from a busy registry, by a redirect, beside a malformed version, with any SRI integrity', async () => {
    const tarball = await packAsNpm(dist)
    const digest = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    const weak = `sha1-${createHash('sha1').update(tarball).digest('base64')}`
    await registry.publish('catalog', '1.5.9', dist, { integrity: '' })
    await registry.publish('catalog', '1.6.0', dist, { tarball, integrity: `${weak} ${digest}?a`, isElsewhere: true })
    registry.beBusy(2)
    expect(await fetchVersion()).toMatchObject({ outcome: 'published' })
    expect(await site.copy.readPin('catalog', '1.6.0')).toBe(digest)
    await registry.publish('catalog', '1.6.0', dist, { tarball, integrity: digest })
    expect(await fetchVersion()).toMatchObject({ outcome: 'already published' })
    await expect(fetchVersion('1.5.9')).rejects.toThrow(/describes catalog@1\.5\.9 wrongly/)
    registry.beBusy(9)
    await expect(fetchVersion()).rejects.toThrow(/answers (429|503)/)
  })

  it('is refused unsigned, and while the site trusts no key', async () => {
    await rm(path.join(dist, 'release.sig'))
    await registry.publish('catalog', '1.6.0', dist)
    await expectRefusal(/catalog@1\.6\.0 is not signed/)
    await site.store.changeDocument('keys', () => ({}))
    await expectRefusal(/trusts no key for catalog.*site keys add catalog/)
  })

  it('is refused when the registry gives another content than the first time', async () => {
    await registry.publish('catalog', '1.6.0', dist)
    await fetchVersion()
    await rm(site.copy.release('catalog', '1.6.0'), { recursive: true })
    await build('1.6.0', { 'client/courses.js': '/* other courses */' })
    await registry.publish('catalog', '1.6.0', dist)
    await expectRefusal(/catalog@1\.6\.0 is not what the registry gave the first time/)
  })

  it('is refused without a word of the token when the registry says no or is away', async () => {
    const wrong = { ...registry.settings, token: 'wrong-token' }
    const refused = expect(fetchRelease(site.copy, pins(), wrong, 'catalog', '1.6.0')).rejects
    await refused.toThrow(/401: RELEASE_REGISTRY_TOKEN/)
    await refused.not.toThrow(/wrong-token/)
    await expect(fetchVersion()).rejects.toThrow(/404/)
    await registry.publish('catalog', '1.5.0', dist)
    await expect(fetchVersion()).rejects.toThrow('catalog@1.6.0 is not published in')
    await registry.publish('catalog', '1.6.1', dist)
    await expect(fetchVersion('1.6.1')).rejects.toThrow('catalog@1.6.1 holds the release 1.6.0')
    await registry.close()
    await expect(fetchVersion()).rejects.toThrow(/does not answer: .*(ECONNREFUSED|closed)/)
  })
})

describe('the keys a site trusts', () => {
  const trusted = async () => fingerprintOf((await site.copy.readKeys()).catalog?.[0]?.key ?? '')
  async function release(version: string, key = team.privateKey): Promise<void> {
    await build(version, undefined, key)
    await publishRelease(site.copy, { from: dist, quality: 1 })
    await site.publish(hostFixture())
    await site.activate({ shell: 'latest', catalog: version })
  }

  it('make a local release need its signature, at publishing and at activation', async () => {
    await site.store.changeDocument('keys', () => ({}))
    await site.goLive()
    await site.publish(catalogFixture({ version: '2.0.0' }))
    await addKey(site.store, 'catalog', team.publicKey)
    await expect(site.publish(catalogFixture({ version: '2.1.0' }))).rejects.toThrow('catalog@2.1.0 is not signed')
    await expect(site.activate({ catalog: '2.0.0' })).rejects.toThrow('catalog@2.0.0 is not signed')
    await signRelease(site.copy.release('catalog', '2.0.0'), team.privateKey)
    expect(await site.activate({ catalog: '2.0.0' })).toMatchObject({ outcome: 'activated' })
    // Keys added since blocked a rollback to releases that were verified at the time.
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1 })
  })

  it('are Ed25519 keys', async () => {
    await expect(addKey(site.store, 'catalog', 'bm90IGEga2V5')).rejects.toThrow('not an Ed25519 public key')
    for (const change of [retireKey, revokeKey]) {
      await expect(change(site.store, 'catalog', '0000000000000000')).rejects.toThrow('no key 0000000000000000')
    }
  })

  it('stay good for what is here when they are retired, and for nothing that comes after', async () => {
    // Every rollback failed after a key was replaced: added, used and its predecessor removed.
    const next = createTeam()
    await release('1.6.0')
    await addKey(site.store, 'catalog', next.publicKey)
    await release('1.7.0', next.privateKey)
    expect(await retireKey(site.store, 'catalog', await trusted())).toBe(1)
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    expect(await site.activate({ catalog: '1.7.0' })).toMatchObject({ outcome: 'activated' })
    expect(await site.activate({ catalog: '1.6.0' })).toMatchObject({ outcome: 'activated' })
    await build('1.8.0')
    await registry.publish('catalog', '1.8.0', dist)
    await expect(fetchVersion('1.8.0')).rejects.toThrow(/catalog@1\.8\.0 is signed by the key \w+, which is retired/)
    await expect(publishRelease(site.copy, { from: dist, quality: 1 })).rejects.toThrow('is retired')
    // Nor does a release go live after its signature was exchanged.
    await signRelease(dist, next.privateKey)
    await publishRelease(site.copy, { from: dist, quality: 1 })
    await signRelease(site.copy.release('catalog', '1.8.0'), team.privateKey)
    await expect(site.activate({ catalog: '1.8.0' })).rejects.toThrow('is retired')
    await expect(addKey(site.store, 'catalog', team.publicKey)).rejects.toThrow('was retired; make a new one')
  })

  it('are good for nothing when they are revoked: what they signed is not gone back to', async () => {
    const next = createTeam()
    const other = await addKey(site.store, 'catalog', next.publicKey)
    await release('1.5.0', next.privateKey)
    await release('1.6.0')
    await release('1.7.0', next.privateKey)
    await revokeKey(site.store, 'catalog', await trusted())
    await expect(site.activate({ catalog: '1.6.0' })).rejects.toThrow(/catalog@1\.6\.0 is signed by .* was revoked/)
    await expect(rollBack(site.store, 2)).rejects.toThrow(/Composition 2 .* catalog@1\.6\.0 .* was revoked/)
    const reason = expect.stringMatching(/^catalog@1\.6\.0 is signed by the key \w+, which was revoked$/)
    const skipped = [{ number: 2, reason }]
    expect(await rollBack(site.store)).toEqual({ from: 3, to: 1, skipped, settings: [] })
    await expect(retireKey(site.store, 'catalog', await trusted())).rejects.toThrow('was revoked')
    // A package without its only key accepted unsigned releases.
    await revokeKey(site.store, 'catalog', other)
    await expect(site.publish(catalogFixture({ version: '2.0.0' }))).rejects.toThrow('catalog@2.0.0 is not signed')
  })

  it('that were revoked while an activation was under way keep it from going live', async () => {
    await release('1.6.0')
    await build('1.7.0')
    await publishRelease(site.copy, { from: dist, quality: 1 })
    const { moveLive } = site.store
    const revokedFirst: Site = {
      ...site.store,
      moveLive: async (...move) => {
        await revokeKey(site.store, 'catalog', await trusted())
        return moveLive(...move)
      },
    }
    await expect(activateReleases(revokedFirst, { catalog: '1.7.0' }, site.limits)).rejects.toThrow('changed meanwhile')
    expect((await site.copy.readPointer())?.live).toBe(1)
  })
})
