import { Refusal } from '@platform/base/errors/refusal'
import { withGrant, withoutGrant } from '@platform/compose/settings/granted-hosts'
import {
  type GrantedHosts,
  parseAddress,
  requireSettings,
  type SiteSettings,
} from '@platform/compose/settings/site-settings'
import { changeSettings } from '@platform/site/changes/activate-releases'
import { vatNumberOf } from '@site/papers/company'
import { exampleFacts } from '@site/shared/company-facts'
import { companyFields, isFactName, type ShopFacts } from '@site/shared/company-fields'
import { HOST_PATTERN, INLINE_STYLES, type PolicyDirective, policyDirectives } from '@site/shared/release-policy'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import {
  type AllowingValues,
  allowing,
  audited,
  type CommandContext,
  defineCommand,
  defineShopCommand,
  limitsOf,
  type Values,
  withReason,
} from '../command/command'
import { formatSettings } from '../format/format-status'
import { describeActivation } from './activate'

const given = {
  'public-url': '<address>',
  sandbox: true,
  'stripe-publishable-key': '<pk_…>',
  'paypal-client-id': '<id>',
} as const
const granting = { for: '<script-src,frame-src>', ...allowing } as const

export const settingsCommands = {
  settings: defineCommand({
    options: { json: true, ...given, 'from-environment': true, ...allowing },
    does: 'the settings of the site; with others, what is live is composed again with them',
    async run(_args, values, context) {
      const { json, 'from-environment': isFromEnvironment, reason, allow, ...changes } = values
      const names = Object.keys(changes)
      if (names.length === 0 && !isFromEnvironment) return show(context, json ?? false)
      if (names.length > 0 && isFromEnvironment) {
        throw new Refusal('Give the settings one by one or take them from the environment, not both.')
      }
      const change = (kept: SiteSettings | undefined) =>
        isFromEnvironment
          ? {
              ...context.settingsOfEnvironment(),
              // A new site grants the hosts of our own pages; an existing one keeps its grants.
              hosts: kept?.hosts ?? thirdPartyHosts,
              ...(kept?.company && { company: kept.company }),
            }
          : changed(kept, changes)
      const target = isFromEnvironment ? '--from-environment' : names.join(' ')
      const { settings, activation } = await audited(
        context,
        { action: 'settings', target, reason },
        () => changeSettings(context.store, change, limitsOf(values)),
        (it) => ({ settings: it.settings }),
      )
      context.print(formatSettings(settings))
      if (activation) describeActivation(context, activation)
    },
  }),

  hosts: defineCommand({
    options: { json: true },
    does: 'which other hosts each package may let its pages reach',
    async run(_args, { json }, context) {
      const granted = (await context.store.copy.readSettings())?.hosts ?? {}
      context.print(json ? JSON.stringify(granted, null, 2) : formatHosts(granted))
    },
  }),

  'hosts allow': defineCommand({
    args: ['<package>', '<https://…> …'],
    options: granting,
    does: '… and these from now on',
    run: ([name, addresses], values, context) => changeHosts('allow', name, addresses, values, context),
  }),

  'hosts revoke': defineCommand({
    args: ['<package>', '<https://…> …'],
    options: granting,
    does: '… and these no longer',
    run: ([name, addresses], values, context) => changeHosts('revoke', name, addresses, values, context),
  }),
}

export const companyCommands = {
  company: defineShopCommand({
    does: 'the facts of the company, as emails and receipts have them',
    run: async (_args, _values, { admin, print }) => print(formatCompany((await admin({ do: 'company' }))[0]?.facts)),
  }),

  'company set': defineShopCommand({
    args: ['<fact>', '<text> …'],
    options: withReason,
    does: '… and another for emails and receipts; "" brings the example back',
    async run([fact, words], values, { admin, print, actor }) {
      const reason = values.reason?.trim() || 'changed by the operator'
      print(await admin({ do: 'change-company', facts: { [fact]: words.join(' ') }, actor: actor.name, reason }))
    },
  }),

  'company publish': defineCommand({
    options: allowing,
    does: '… on the pages: what is live is composed again with them',
    async run(_args, values, context) {
      const [latest] = await context.admin({ do: 'company' })
      const { vatNumber: _, ...company }: ShopFacts = latest?.facts ?? {}
      const change = (kept: SiteSettings | undefined) => ({ ...requireSettings(kept), company })
      const { activation } = await audited(
        context,
        { action: 'settings', target: 'company', reason: values.reason },
        () => changeSettings(context.store, change, limitsOf(values)),
        () => ({ company }),
      )
      if (activation) describeActivation(context, activation)
      else context.print('The pages have these facts already')
    },
  }),
}

function formatCompany(facts: ShopFacts = {}): string {
  const all = { ...exampleFacts, ...facts, vatNumber: vatNumberOf(facts) }
  const names = Object.keys(companyFields).filter(isFactName)
  return names.map((name) => `${name.padEnd(20)} ${all[name]}${facts[name] ? '' : '  (example)'}`).join('\n')
}

async function show({ store, print }: CommandContext, isJson: boolean): Promise<void> {
  const kept = await store.copy.readSettings()
  if (isJson) return print(JSON.stringify(kept ?? null, null, 2))
  print(kept ? formatSettings(kept) : 'The site has no settings yet')
}

/** The sandbox and the providers' public names exclude each other. */
function changed(kept: SiteSettings | undefined, changes: Values<typeof given>): Partial<SiteSettings> {
  const { 'public-url': publicUrl, sandbox, 'stripe-publishable-key': stripe, 'paypal-client-id': paypal } = changes
  if (!kept && publicUrl === undefined)
    throw new Refusal('The site has no settings yet: name its address too, --public-url https://shop.example.')
  if (sandbox && (stripe || paypal)) throw new Refusal('A sandbox has no provider: leave out --sandbox or the keys.')
  const { stripePublishableKey, paypalClientId, ...rest } = kept ?? {
    sandbox: true,
    isDevelopment: false,
    hosts: thirdPartyHosts,
  }
  const named = {
    publicUrl: publicUrl && (parseAddress(publicUrl) ?? publicUrl),
    ...(sandbox
      ? { sandbox }
      : {
          sandbox: stripe || paypal ? false : rest.sandbox,
          stripePublishableKey: stripe ?? stripePublishableKey,
          paypalClientId: paypal ?? paypalClientId,
        }),
  }
  const known = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...rest, ...Object.fromEntries(known) }
}

async function changeHosts(
  step: 'allow' | 'revoke',
  name: string,
  addresses: readonly string[],
  values: AllowingValues & { for?: string },
  context: CommandContext,
): Promise<void> {
  const directives = values.for ? parseDirectives(values.for) : policyDirectives
  const sources = addresses.map(parseSource)
  if (sources.includes(INLINE_STYLES) && values.for !== 'style-src') {
    throw new Refusal('Inline styles are granted with --for style-src, inline scripts never')
  }
  const grant = step === 'allow' ? withGrant : withoutGrant
  const change = (found: SiteSettings | undefined) => {
    const kept = requireSettings(found)
    return { ...kept, hosts: grant(kept.hosts ?? {}, name, directives, sources) }
  }
  const target = [name, ...addresses, ...(values.for ? ['for', values.for] : [])].join(' ')
  const { settings, activation } = await audited(
    context,
    { action: `hosts ${step}`, target, packages: [name], reason: values.reason },
    () => changeSettings(context.store, change, limitsOf(values)),
    (it) => ({ hosts: it.settings.hosts }),
  )
  context.print(formatHosts(settings.hosts ?? {}))
  if (activation) describeActivation(context, activation)
}

/** The shell strips the quotes from `'unsafe-inline'`. */
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

function formatHosts(granted: GrantedHosts): string {
  const lines = Object.entries(granted).flatMap(([name, directives]) =>
    Object.entries(directives).map(
      ([directive, hosts]) => `  ${name.padEnd(12)} ${directive.padEnd(12)} ${hosts.join(' ')}`,
    ),
  )
  if (lines.length === 0) return 'No page may reach another host'
  return ['Other hosts that pages may reach:', ...lines].join('\n')
}
