import { Refusal } from '@platform/base/errors/refusal'
import type { GrantedHosts, SiteSettings } from '@platform/compose/settings/site-settings'
import { changeSettings } from '@platform/site/changes/change-settings'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import { allowing, audited, type CommandContext, defineCommand, limitsOf, REASON_ALIAS } from '../../command/command'
import { formatSettings } from '../../format/format-settings'
import { describe } from '../live/activate'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

export const settings = defineCommand({
  usage: [
    'site settings [--json]                   the settings of the site: public address, payment providers',
    'site settings --public-url <address>     … and their changes: what is live is composed again with them',
    '    --sandbox | --stripe-publishable-key <pk_…> --paypal-client-id <id> | --from-environment',
  ],
  options: {
    json: flag,
    'public-url': text,
    sandbox: flag,
    'stripe-publishable-key': text,
    'paypal-client-id': text,
    'from-environment': flag,
    ...allowing,
  },
  async run({ values }, context) {
    const { json, 'from-environment': isFromEnvironment, reason, [REASON_ALIAS]: alias, allow, ...given } = values
    if (Object.keys(given).length === 0 && !isFromEnvironment) return show(context, json ?? false)
    if (Object.keys(given).length > 0 && isFromEnvironment) {
      throw new Refusal('Give the settings one by one or take them from the environment, not both.')
    }
    const change = (kept: SiteSettings | undefined) =>
      isFromEnvironment ? { ...context.settingsOfEnvironment(), hosts: hostsOf(kept) } : changed(kept, given)
    const target = isFromEnvironment ? '--from-environment' : Object.keys(given).join(' ')
    const { settings, activation } = await audited(
      context,
      { action: 'settings', target, reason: reason ?? alias },
      () => changeSettings(context.store, change, limitsOf(values, context)),
      (it) => ({ settings: it.settings }),
    )
    context.print(formatSettings(settings))
    if (activation) describe(context, activation)
  },
})

/** A new site grants what our own pages need; one that is there keeps to what its operator granted. */
function hostsOf(kept: SiteSettings | undefined): GrantedHosts {
  return kept?.hosts ?? thirdPartyHosts
}

type Given = {
  'public-url'?: string
  sandbox?: boolean
  'stripe-publishable-key'?: string
  'paypal-client-id'?: string
}

/** The kept settings with what was given; public names of the providers end the sandbox, and the sandbox ends them. */
function changed(kept: SiteSettings | undefined, given: Given): Partial<SiteSettings> {
  const { 'public-url': publicUrl, sandbox, 'stripe-publishable-key': stripe, 'paypal-client-id': paypal } = given
  if (sandbox && (stripe || paypal)) throw new Refusal('A sandbox has no provider: leave out --sandbox or the keys.')
  const { stripePublishableKey, paypalClientId, ...rest } = kept ?? {
    sandbox: true,
    isDevelopment: false,
    hosts: hostsOf(kept),
  }
  const providers = sandbox
    ? { sandbox: true }
    : {
        sandbox: stripe || paypal ? false : rest.sandbox,
        ...pick('stripePublishableKey', stripe ?? stripePublishableKey),
        ...pick('paypalClientId', paypal ?? paypalClientId),
      }
  return { ...rest, ...providers, ...pick('publicUrl', publicUrl?.replace(/\/$/, '')) }
}

function pick(name: keyof SiteSettings, value: string | undefined) {
  return value === undefined ? {} : { [name]: value }
}

async function show({ store, print }: CommandContext, isJson: boolean): Promise<void> {
  const kept = await store.copy.readSettings()
  if (isJson) return print(JSON.stringify(kept ?? null, null, 2))
  print(kept ? formatSettings(kept) : 'The site has no settings yet')
}
