import { Refusal } from '@platform/base/errors/refusal'
import type { Command, CommandContext } from './command/command'
import { activate, deploy, retire } from './commands/activate'
import { backup, restore } from './commands/backup'
import { canary } from './commands/canary'
import { check } from './commands/check'
import { diff } from './commands/diff'
import { doctor } from './commands/doctor'
import { fetchReleases } from './commands/fetch'
import { health } from './commands/health'
import { hold, resume } from './commands/hold'
import { hosts } from './commands/hosts'
import { keys } from './commands/keys'
import { link } from './commands/link'
import { log } from './commands/log'
import { orders } from './commands/orders'
import { payments } from './commands/payments'
import { preview } from './commands/preview'
import { pruneOld } from './commands/prune'
import { publish } from './commands/publish'
import { rollback } from './commands/rollback'
import { settings } from './commands/settings'
import { sign } from './commands/sign'
import { status } from './commands/status'
import { verify } from './commands/verify'
import { consoleCommand } from './console/console-command'

/** Every command of the operator, in the order of the usage. */
const commands: Readonly<Record<string, Command>> = {
  publish,
  check,
  diff,
  verify,
  fetch: fetchReleases,
  activate,
  deploy,
  preview,
  link,
  canary,
  hold,
  resume,
  rollback,
  status,
  health,
  log,
  doctor,
  console: consoleCommand((args, context) => runCommand(args, context)),
  settings,
  hosts,
  keys,
  sign,
  retire,
  prune: pruneOld,
  orders,
  payments,
  backup,
  restore,
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
