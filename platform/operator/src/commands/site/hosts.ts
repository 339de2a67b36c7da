import { Refusal } from '@platform/base/errors/refusal'
import { withGrant, withoutGrant } from '@platform/compose/settings/granted-hosts'
import { type GrantedHosts, requireSettings } from '@platform/compose/settings/site-settings'
import { changeSettings } from '@platform/site/changes/change-settings'
import { HOST_PATTERN, INLINE_STYLES, type PolicyDirective, policyDirectives } from '@site/shared/release-policy'
import { allowing, audited, defineCommand, limitsOf, reasonOf } from '../../command/command'
import { formatHosts } from '../../format/format-hosts'
import { describe } from '../live/activate'

const usage = [
  'site hosts [--json]                      which other hosts each package may let its pages reach',
  'site hosts allow <package> <https://…> … [--for script-src,frame-src]   … and these from now on',
  'site hosts revoke <package> <https://…> … [--for script-src,frame-src]  … and these no longer',
]

export const hosts = defineCommand({
  usage,
  options: { ...allowing, json: { type: 'boolean' }, for: { type: 'string' } },
  async run({ positionals: [step, name, ...addresses], values }, context) {
    if (step === undefined) {
      const granted = (await context.store.copy.readSettings())?.hosts ?? {}
      return context.print(values.json ? JSON.stringify(granted, null, 2) : formatHosts(granted))
    }
    if ((step !== 'allow' && step !== 'revoke') || !name || addresses.length === 0) throw new Refusal(usage.join('\n'))
    const directives = values.for ? parseDirectives(values.for) : policyDirectives
    const sources = addresses.map(parseSource)
    if (sources.includes(INLINE_STYLES) && values.for !== 'style-src') {
      throw new Refusal('Inline styles are granted with --for style-src, inline scripts never')
    }
    const change = (granted: GrantedHosts) =>
      step === 'allow'
        ? withGrant(granted, name, directives, sources)
        : withoutGrant(granted, name, directives, sources)
    const target = [name, ...addresses, ...(values.for ? ['for', values.for] : [])].join(' ')
    const entry = { action: `hosts ${step}`, target, packages: [name], reason: reasonOf(values) }
    const { settings, activation } = await audited(
      context,
      entry,
      () => changeSettings(context.store, (kept) => changed(requireSettings(kept), change), limitsOf(values, context)),
      (it) => ({ hosts: it.settings.hosts }),
    )
    context.print(formatHosts(settings.hosts ?? {}))
    if (activation) describe(context, activation)
  },
})

function changed<Settings extends { hosts?: GrantedHosts }>(
  kept: Settings,
  change: (granted: GrantedHosts) => GrantedHosts,
) {
  return { ...kept, hosts: change(kept.hosts ?? {}) }
}

/** What a shell would take the quotes of is taken without them. */
function parseSource(text: string): string {
  if (text === 'unsafe-inline') return INLINE_STYLES
  const source = text.replace(/\/$/, '')
  if (new RegExp(HOST_PATTERN).test(source)) return source
  throw new Refusal(`"${text}" is no host such as https://js.stripe.com, or https://*.paypal.com for all below one`)
}

function parseDirectives(text: string): PolicyDirective[] {
  return text.split(',').map((name) => {
    const known = policyDirectives.find((it) => it === name.trim())
    if (known) return known
    throw new Refusal(`"${name}" is nothing a host can be granted for: ${policyDirectives.join(', ')}`)
  })
}
