import { Refusal } from '../refusal'
import type { Command, CommandContext } from './command'
import { activate, deploy, retire } from './commands/activate'
import { check } from './commands/check'
import { nginx } from './commands/nginx'
import { orders } from './commands/orders'
import { pruneOld } from './commands/prune'
import { publish } from './commands/publish'
import { rollback } from './commands/rollback'
import { settings } from './commands/settings'
import { status } from './commands/status'

/** Every command of the operator, in the order of the usage. */
const commands: Readonly<Record<string, Command>> = {
  publish,
  check,
  activate,
  deploy,
  rollback,
  status,
  settings,
  retire,
  prune: pruneOld,
  orders,
  nginx,
}

/** @throws Refusal with the one message the operator has to read. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const [name = 'help', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command.run(rest, context)
  const usage = Object.values(commands)
    .flatMap((it) => it.usage)
    .join('\n')
  if (name !== 'help' && name !== '--help') throw new Refusal(`There is no command "${name}".\n${usage}`)
  context.print(usage)
}
