import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transformFile } from '@swc/core'
import { type Activation, activateReleases, type SiteSettings } from '../composition/activate'
import { type SiteFolders, siteFolders } from '../files/site-folders'
import { publishRelease } from '../registry/publish'
import { defaultLimits, type RenderLimits } from '../rendering/render-site'
import { catalogFixture, type Fixture, hostFixture, writeFixture } from './fixture-release'

// Tests of a whole site start threads and servers; a busy machine may need its time for that.
jest.setTimeout(20_000)

export type TestSite = {
  folders: SiteFolders
  limits: RenderLimits
  publish: (fixture: Fixture) => ReturnType<typeof publishRelease>
  activate: (versions: Record<string, string>, settings?: Partial<SiteSettings>) => Promise<Activation>
  /** Publishes and activates the two fixtures; composition 1. */
  goLive: () => Promise<Activation>
  remove: () => Promise<void>
}

export const testSettings: SiteSettings = {
  publicUrl: 'http://localhost:3000',
  apiBase: '/api',
  sandbox: true,
  isDevelopment: false,
}

/** A site in a folder of its own, with fast compression and the real render worker. */
export async function createTestSite(limits: Partial<RenderLimits> = {}): Promise<TestSite> {
  const root = await mkdtemp(path.join(tmpdir(), 'site-'))
  const folders = siteFolders(path.join(root, 'site'))
  const workerFile = await compileWorker(path.join(root, 'worker'))
  const renderLimits = { ...defaultLimits, workerFile, ...limits }
  const site: TestSite = {
    folders,
    limits: renderLimits,
    publish: async (fixture) =>
      publishRelease(folders, { from: await writeFixture(path.join(root, 'dist'), fixture), quality: 1 }),
    activate: (versions, settings) =>
      activateReleases(folders, versions, { ...testSettings, ...settings }, renderLimits),
    async goLive() {
      await site.publish(hostFixture())
      await site.publish(catalogFixture())
      return site.activate({ shell: 'latest', catalog: 'latest' })
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
  return site
}

/** A thread cannot run TypeScript, so its few files are compiled as webpack would. */
async function compileWorker(folder: string): Promise<string> {
  const source = path.join(__dirname, '../rendering')
  await mkdir(folder, { recursive: true })
  for (const file of ['render-worker.ts', 'load-bundle.ts', 'render-job.ts']) {
    const { code } = await transformFile(path.join(source, file), {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    })
    await writeFile(path.join(folder, file.replace('.ts', '.js')), code)
  }
  return path.join(folder, 'render-worker.js')
}

/** Every file below a folder, to compare before and after. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
}
