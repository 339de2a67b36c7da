import { Refusal } from '@platform/base/errors/refusal'
import { requirePrepared, withdrawPrepared } from '@platform/site/changes/second-name'
import { audited, type Command, type CommandContext, defineCommand, reasonOf, withReason } from '../command/command'

const usage = [
  'site approve <id>                        the second name for what somebody prepared ("site status" says what waits)',
  'site approve <id> --withdraw             … or nobody is to have it',
]

/** @param run the operator's command, of which what was prepared is one */
export function approveCommand(run: (args: readonly string[], context: CommandContext) => Promise<void>): Command {
  return defineCommand({
    usage,
    options: { ...withReason, withdraw: { type: 'boolean' } },
    async run({ positionals: [id, ...others], values }, context) {
      if (!id || others.length > 0) throw new Refusal(usage.join('\n'))
      const { store, actor, print } = context
      const reason = reasonOf(values)
      if (values.withdraw) {
        await audited(context, { action: 'withdraw', target: id, reason }, () => withdrawPrepared(store, id))
        return print(`${id} no longer waits`)
      }
      const entry = { action: 'approve', target: id, reason }
      const { by, command } = await audited(
        context,
        entry,
        () => requirePrepared(store, id, actor),
        (it) => ({ preparedBy: it.by, command: it.command.join(' ') }),
      )
      await run(command, { ...context, approval: { id, preparedBy: by } })
      // Forgotten already where something became live by it.
      if ((await store.live()).pointer?.prepared?.id === id) await withdrawPrepared(store, id)
    },
  })
}
