import { mkdir } from 'node:fs/promises'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import type { TeamKeys } from '../verify/team-keys'

export type ReleaseFolders = TemporaryFolder & {
  releases: string
  package: (name: string) => string
  release: (name: string, version: string) => string
  readKeys: () => Promise<TeamKeys>
}

export async function createReleaseFolders({ releases, temporary }: ReleaseFolders): Promise<void> {
  for (const folder of [releases, temporary]) await mkdir(folder, { recursive: true })
}
