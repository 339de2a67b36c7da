import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import type { Actor } from '@platform/site/model/audit-entry'
import { type TestSite, testSettings } from '@platform/site/testing/test-site'
import { type Admin, adminOf, type Operation } from '@site/api/admin'
import type { CommandContext } from '../command/command'
import { readOperatorConfig } from '../operator-config'
import { runCommand } from '../run-command'

export function runAs(site: TestSite, more: Partial<CommandContext> = {}) {
  // Only a built command has its rendering worker beside it.
  Object.assign(defaultLimits, site.limits)
  const { api } = readOperatorConfig({ DATA_DIR: path.join(site.copy.root, 'data') })
  return async (who: string | Actor, command: readonly string[] | string): Promise<string> => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    await runCommand(typeof command === 'string' ? wordsOf(command) : command, {
      store: site.store,
      actor: typeof who === 'string' ? { kind: 'user', name: who, host: 'build-1' } : who,
      admin: adminOf(api),
      api,
      environmentProblems: [],
      settingsOfEnvironment: () => ({ ...testSettings, publicUrl: 'http://localhost:3100' }),
      print,
      warn: print,
      ...more,
    })
    return lines.join('\n')
  }
}

const shop = { copy: { root: tmpdir() }, store: { copy: { root: tmpdir() } } } as TestSite

/** Runs a command of the shop, whose operations get one answer. */
export async function runAnswering(
  command: string,
  answer: unknown = 'Done.',
): Promise<{ operations: Operation[]; text: string }> {
  const operations: Operation[] = []
  const admin = (async (operation: Operation) => {
    operations.push(operation)
    return answer
  }) as Admin
  const api = { providers: {} } as CommandContext['api']
  const text = await runAs(shop, { admin, api })('ada', command)
  return { operations, text }
}

function wordsOf(command: string): string[] {
  return command.match(/"[^"]*"|\S+/g)?.map((word) => word.replace(/"/g, '')) ?? []
}
