import path from 'node:path'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import type { RegistrySettings } from '@platform/release/npm-registry/registry-settings'
import type { Actor } from '@platform/site/model/audit-entry'
import { type TestSite, testSettings } from '@platform/site/testing/test-site'
import { adminOf } from '@site/api/admin'
import { readOperatorConfig } from '../operator-config'
import { runCommand } from '../run-command'

/** The operator's command on a site, in the name of whoever it is; gives what it printed. */
export function runAs(site: TestSite, registry?: RegistrySettings) {
  // The command renders with the worker that stands beside it when built.
  Object.assign(defaultLimits, site.limits)
  const dataDir = path.join(site.copy.root, 'data')
  const { api } = readOperatorConfig({ DATA_DIR: dataDir })
  return async (who: string | Actor, command: readonly string[] | string): Promise<string> => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    await runCommand(typeof command === 'string' ? command.split(' ') : command, {
      store: site.store,
      registry,
      actor: typeof who === 'string' ? { kind: 'user', name: who, host: 'build-1' } : who,
      admin: adminOf(api),
      api,
      dataDir,
      environmentProblems: [],
      settingsOfEnvironment: () => ({ ...testSettings, publicUrl: 'http://localhost:3100' }),
      print,
      warn: print,
    })
    return lines.join('\n')
  }
}
