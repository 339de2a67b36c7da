import { Refusal } from '@platform/base/errors/refusal'
import type { Command, CommandContext } from './command/command'
import { activate, deploy, retire } from './commands/live/activate'
import { canary } from './commands/live/canary'
import { health } from './commands/live/health'
import { hold, resume } from './commands/live/hold'
import { log } from './commands/live/log'
import { pruneOld } from './commands/live/prune'
import { rollback } from './commands/live/rollback'
import { status } from './commands/live/status'
import { check } from './commands/releases/check'
import { diff } from './commands/releases/diff'
import { fetchReleases } from './commands/releases/fetch'
import { link } from './commands/releases/link'
import { preview } from './commands/releases/preview'
import { publish } from './commands/releases/publish'
import { verify } from './commands/releases/verify'
import { backup, restore } from './commands/shop/backup'
import { doctor } from './commands/shop/doctor'
import { orders } from './commands/shop/orders'
import { payments } from './commands/shop/payments'
import { hosts } from './commands/site/hosts'
import { keys } from './commands/site/keys'
import { settings } from './commands/site/settings'
import { sign } from './commands/site/sign'
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
  if (name !== 'help' && name !== '--help') {
    const nearest = findNearest(name, Object.keys(commands))
    const hint = nearest ? ` Did you mean "${nearest}"?` : ''
    throw new Refusal(`There is no command "${name}".${hint}\n${usage}`)
  }
  context.print(usage)
}

/** The name that is at most two letters away. */
function findNearest(typed: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: distanceOf(typed, name) }))
  return distances.filter(({ distance }) => distance <= 2).sort((a, b) => a.distance - b.distance)[0]?.name
}

/** How many letters must be added, taken out or replaced (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
