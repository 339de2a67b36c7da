import { explainFullDisk } from '@platform/site/store/file/full-disk'
import { type Commands, findCall, helpFor } from './command/call'
import type { Command, CommandContext } from './command/command'
import { activateCommands } from './commands/activate'
import { canaryCommands } from './commands/canary'
import { keyCommands } from './commands/keys'
import { lookCommands } from './commands/look'
import { orderCommands } from './commands/orders'
import { releaseCommands } from './commands/releases'
import { companyCommands, settingsCommands } from './commands/settings'
import { shopCommands } from './commands/shop'
import { undoCommands } from './commands/undo'
import { verify } from './commands/verify'
import { consoleCommands } from './console/console-command'

const commands: Commands = {
  ...releaseCommands,
  verify,
  ...activateCommands,
  ...canaryCommands,
  ...undoCommands,
  ...lookCommands,
  ...consoleCommands((words, context) => runCommand(words, context)),
  ...settingsCommands,
  ...companyCommands,
  ...keyCommands,
  ...orderCommands,
  ...shopCommands,
}

export async function runCommand(words: readonly string[], context: CommandContext): Promise<void> {
  const help = helpIn(words)
  if (help !== undefined) return context.print(help)
  const { command, args, values } = findCall(commands, words)
  try {
    await command.run(args, values, context)
  } catch (error) {
    throw await explainFullDisk(error, context.store.copy.root)
  }
}

export function readsOf(words: readonly string[]): Command['reads'] {
  return helpIn(words) === undefined ? findCall(commands, words).command.reads : 'nothing'
}

function helpIn(words: readonly string[]): string | undefined {
  const [first = 'help', second] = words
  if (first === 'help' || first === '--help') return helpFor(commands, second)
  return second === 'help' || words.includes('--help') ? helpFor(commands, first) : undefined
}
