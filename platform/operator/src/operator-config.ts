import path from 'node:path'
import { parseAddress, parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { type RegistrySettings, readRegistrySettings } from '@platform/release/npm-registry/registry-settings'
import { actorOf } from '@platform/site/audit/with-audit'
import type { Actor } from '@platform/site/model/audit-entry'
import { readStoreConfig, type StoreConfig } from '@platform/site/open/open-site'
import { type ApiConfig, publicNamesOf, readApiConfig } from '@site/api/config'

/** Reading and undoing need neither keys nor secrets. */
export type OperatorConfig = {
  siteDir: string
  site: StoreConfig
  registry: RegistrySettings | undefined
  actor: Actor
  /** Not checked: a command that needs a key says so itself. */
  api: ApiConfig
  environmentProblems: readonly string[]
  settingsOfEnvironment: () => SiteSettings
}

/** @throws Error when an address or a key of an operator is wrong. */
export function readOperatorConfig(environment: NodeJS.ProcessEnv = process.env): OperatorConfig {
  const { PORT = '3000', SITE_DIR = '.site', SITE_DEV } = environment
  const { PUBLIC_URL = `http://localhost:${PORT}` } = environment
  const publicUrl = parseAddress(PUBLIC_URL)
  const { config, problems: environmentProblems } = readApiConfig(environment, publicUrl ?? '')
  const { registry, problems: registryProblems } = readRegistrySettings(environment)
  const site = readStoreConfig(environment)
  const problems = [...registryProblems, ...site.problems]
  if (problems.length > 0) throw new Error(`The environment is not valid:\n  ${problems.join('\n  ')}`)
  return {
    siteDir: path.resolve(SITE_DIR),
    site: site.config,
    registry,
    actor: actorOf(environment),
    api: config,
    environmentProblems,
    settingsOfEnvironment: () =>
      parseSettings(
        { publicUrl: publicUrl ?? PUBLIC_URL, ...publicNamesOf(config), isDevelopment: SITE_DEV === '1' },
        'What the environment says',
      ),
  }
}
