import path from 'node:path'
import { readSecretFiles } from '@platform/base/process/read-secret-files'
import { parseAddress, parseSettings } from '@platform/compose/settings/site-settings'
import { readRegistrySettings } from '@platform/release/npm-registry/registry-client'
import { actorOf } from '@platform/site/audit/with-audit'
import { readStoreConfig } from '@platform/site/open/open-site'
import { publicNamesOf, readApiConfig } from '@site/api/config'
import { findBrowser } from './pictures/browser'

/** Reading and undoing need neither keys nor secrets. */
export function readOperatorConfig(given: NodeJS.ProcessEnv = process.env) {
  const environment = readSecretFiles(given)
  const { PORT = '3000', SITE_DIR = '.site', SITE_DEV } = environment
  const { PUBLIC_URL = `http://localhost:${PORT}` } = environment
  const publicUrl = parseAddress(PUBLIC_URL)
  const { config, problems: environmentProblems } = readApiConfig(environment, publicUrl ?? '')
  const launched = readApiConfig({ ...environment, NODE_ENV: 'production' }, publicUrl ?? '')
  const { registry, problems: registryProblems } = readRegistrySettings(environment)
  const site = readStoreConfig(environment)
  const problems = [...registryProblems, ...site.problems]
  if (problems.length > 0) throw new Error(`The environment is not valid:\n  ${problems.join('\n  ')}`)
  return {
    siteDir: path.resolve(SITE_DIR),
    site: site.config,
    registry,
    actor: actorOf(environment),
    browser: findBrowser(environment),
    api: config,
    environmentProblems,
    missingForLaunch: launched.problems,
    settingsOfEnvironment: () =>
      parseSettings(
        { publicUrl: publicUrl ?? PUBLIC_URL, ...publicNamesOf(config), isDevelopment: SITE_DEV === '1' },
        'What the environment says',
      ),
  }
}
