import { tmpdir } from 'node:os'
import type { TestSite } from '@platform/site/testing/test-site'
import type { Admin, Operation } from '@site/api/admin'
import type { CommandContext } from '../command/command'
import { runAs } from './run-as'

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
