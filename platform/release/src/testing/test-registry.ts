import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishRelease } from '../folder-registry/publish-release'
import { createReleaseFolders, type ReleaseFolders } from '../folder-registry/releases'
import { type Fixture, writeFixture } from './fixture-release'

export type TestRegistry = {
  folders: ReleaseFolders
  dist: string
  publish: (fixture: Fixture) => ReturnType<typeof publishRelease>
  remove: () => Promise<void>
}

export async function createTestRegistry(): Promise<TestRegistry> {
  const root = await mkdtemp(path.join(tmpdir(), 'registry-'))
  const releases = path.join(root, 'releases')
  const folders: ReleaseFolders = {
    temporary: path.join(root, 'tmp'),
    releases,
    package: (name) => path.join(releases, name),
    release: (name, version) => path.join(releases, name, version),
    readKeys: async () => ({}),
  }
  await createReleaseFolders(folders)
  const dist = path.join(root, 'dist')
  return {
    folders,
    dist,
    publish: async (fixture) => publishRelease(folders, { from: await writeFixture(dist, fixture), quality: 1 }),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
