import { Refusal } from '@platform/base/errors/refusal'
import { defineCommand } from '../../command/command'
import { diagnose } from '../../doctor/diagnose'
import { formatDiagnosis } from '../../doctor/format-findings'

/** How the command ends, so that a script can tell what was found. */
const EXIT = { warning: 1, problem: 2 }

export const doctor = defineCommand({
  usage: [
    'site doctor [--json]                     what is not well, and what to do; ends with 1 for a warning, 2 for a problem',
  ],
  options: { json: { type: 'boolean' } },
  async run({ values }, context) {
    const found = await diagnose({ ...context, needsKeys: context.registry !== undefined })
    if (values.json) context.print(JSON.stringify(found, null, 2))
    const [worst] = found.findings
    const text = formatDiagnosis(found)
    if (worst) throw new Refusal(values.json ? `${worst.code}: ${worst.what}` : text, { exitCode: EXIT[worst.level] })
    if (!values.json) context.print(text)
  },
})
