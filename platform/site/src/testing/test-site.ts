import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import { compileProgram } from '@platform/compose/testing/compile-program'
import { renderOnce } from '@platform/compose/testing/remembered-rendering'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { catalogFixture, type Fixture, hostFixture, writeFixture } from '@platform/release/testing/fixture-release'
import { activateReleases, changeSettings } from '../changes/activate-releases'
import type { Pointer } from '../model/pointer'
import { createSiteFolders, type SiteLayout } from '../model/site-layout'
import { openFolder } from '../open/open-site'
import type { GivenKeys } from '../signatures/given-keys'
import { fileCopy, type SiteCopy } from '../store/file/file-copy'

export function createOperatorKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKeys: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  } satisfies GivenKeys
}

export const testKeys = createOperatorKeys()

jest.setTimeout(20_000)

export type TestSite = Awaited<ReturnType<typeof createTestSite>>

export const testSettings: SiteSettings = { publicUrl: 'http://localhost:3000', sandbox: true, isDevelopment: false }

/** Compresses fast, and shares renderings between tests. */
export async function createTestSite(limits: Partial<RenderLimits> = {}, from?: SiteCopy) {
  const root = await mkdtemp(path.join(tmpdir(), 'site-'))
  const copy = fileCopy(path.join(root, 'site'))
  const store = openFolder(copy)
  const programFile = await compileProgram(path.join(root, 'program'))
  const renderLimits: RenderLimits = { ...defaultLimits, programFile, render: renderOnce, ...limits }
  if (from) await cp(from.root, copy.root, { recursive: true, preserveTimestamps: true })
  else {
    await createSiteFolders(copy)
    await store.changeDocument('settings', () => testSettings)
  }
  const publish = async (fixture: Fixture) =>
    publishRelease(copy, { from: await writeFixture(path.join(root, 'dist'), fixture), quality: 1 })
  const activate = (versions: Record<string, string>) => activateReleases(store, versions, renderLimits)
  return {
    copy,
    store,
    limits: renderLimits,
    publish,
    activate,
    changeSettings: (settings: object) => changeSettings(store, (kept) => ({ ...kept, ...settings }), renderLimits),
    async goLive() {
      await publish(hostFixture())
      await publish(catalogFixture())
      return activate({ shell: 'latest', catalog: 'latest' })
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** A site for each test of a file, copied from one that is prepared once. */
export function setUpSite(prepare: (site: TestSite) => Promise<unknown> = (site) => site.goLive()): TestSite {
  const site = {} as TestSite
  let template: TestSite
  beforeAll(async () => {
    template = await createTestSite()
    await prepare(template)
  })
  beforeEach(async () => void Object.assign(site, await createTestSite({}, template.copy)))
  afterEach(() => site.remove())
  afterAll(() => template.remove())
  return site
}

export async function ageVisits({ current }: SiteLayout): Promise<void> {
  const pointer: Pointer = JSON.parse(await readFile(current, 'utf8'))
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString()
  const lastLive = Object.fromEntries(Object.keys(pointer.lastLive ?? {}).map((number) => [number, twoDaysAgo]))
  await writeFile(current, JSON.stringify({ ...pointer, lastLive }))
}
