import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-settings'
import { catalogFixture, type Fixture } from '@platform/release/testing/fixture-release'
import { createTestSite } from '@platform/site/testing/test-site'
import { createReleaseClone } from './release-clone'
import { runAs } from './run-as'

/** A catalog with this script. */
export const withScript = (text: string): Fixture => catalogFixture({ content: { 'client/courses.js': text } })

/** What the tag of the clone builds. */
export const honest = withScript('/* courses */')

/**
 * A site, and a clone whose tag `@site/catalog@0.1.0` builds `honest`. Until `remove`, this process has a folder of its own for
 * what is temporary, in which one sees what stays behind, and may change its environment.
 */
export async function createTestVerification() {
  const environment = { ...process.env }
  const temporary = await mkdtemp(path.join(tmpdir(), 'verify-'))
  const [site, clone] = await Promise.all([createTestSite(), createReleaseClone(honest)])
  process.env.TMPDIR = temporary
  return {
    site,
    clone,
    temporary,
    /** `site verify <release> --from <the clone>` */
    run: (
      options = '',
      { release = 'catalog@0.1.0', registry }: { release?: string; registry?: RegistrySettings } = {},
    ) =>
      runAs(site, registry)('ada', ['verify', release, '--from', clone.folder, ...options.split(' ').filter(Boolean)]),
    async remove(): Promise<void> {
      process.env = environment
      await Promise.all([site.remove(), clone.remove(), rm(temporary, { recursive: true, force: true })])
    },
  }
}
