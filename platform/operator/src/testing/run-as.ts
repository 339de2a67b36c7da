import path from 'node:path'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import type { Actor } from '@platform/site/model/audit-entry'
import { type TestSite, testSettings } from '@platform/site/testing/test-site'
import { adminOf } from '@site/api/admin'
import type { CommandContext } from '../command/command'
import { readOperatorConfig } from '../operator-config'
import { runCommand } from '../run-command'

export function runAs(site: TestSite, more: Partial<CommandContext> = {}) {
  // Only a built command has its rendering worker beside it.
  Object.assign(defaultLimits, site.limits)
  const dataDir = path.join(site.copy.root, 'data')
  const { api } = readOperatorConfig({ DATA_DIR: dataDir })
  return async (who: string | Actor, command: readonly string[] | string): Promise<string> => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    await runCommand(typeof command === 'string' ? wordsOf(command) : command, {
      store: site.store,
      actor: typeof who === 'string' ? { kind: 'user', name: who, host: 'build-1' } : who,
      admin: adminOf(api),
      api,
      dataDir,
      environmentProblems: [],
      settingsOfEnvironment: () => ({ ...testSettings, publicUrl: 'http://localhost:3100' }),
      print,
      warn: print,
      ...more,
    })
    return lines.join('\n')
  }
}

function wordsOf(command: string): string[] {
  return command.match(/"[^"]*"|\S+/g)?.map((word) => word.replace(/"/g, '')) ?? []
}
