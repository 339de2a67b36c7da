import { signAgain } from '@platform/site/changes/sign-again'
import { audited, defineCommand, reasonOf, withReason } from '../../command/command'

export const sign = defineCommand({
  usage: [
    "site sign [--unsigned]                   sign what is kept with this machine's key, so that a former one can be forgotten;",
    '    … also what nobody has signed, which you then vouch for',
  ],
  options: { ...withReason, unsigned: { type: 'boolean' } },
  async run({ values }, context) {
    const { store, print } = context
    const entry = { action: 'sign', target: values.unsigned ? '--unsigned' : undefined, reason: reasonOf(values) }
    const work = () => signAgain(store, { isVouching: values.unsigned ?? false })
    const { signed, key, formerKeys } = await audited(context, entry, work, (it) => it)
    print(`Signed with the key ${key}: ${signed.join(', ') || 'nothing'}`)
    print(`Believed so far: ${formerKeys.join(', ')}. All but ${key} may be taken out of OPERATOR_KEYS, everywhere.`)
  },
})
