import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { replaceFile } from '../files/durable'
import type { SiteFolders } from '../files/site-folders'
import { hasErrorCode, Refusal } from '../refusal'

/**
 * What every page is rendered with. It belongs to the site and is kept with it: no environment of
 * whoever types a command changes it.
 */
export const siteSettingsSchema = Type.Object(
  {
    /** Scheme and host visitors know the site by, without a slash at the end. */
    publicUrl: Type.String({ pattern: '^https?://[^/?#]+$' }),
    /** True while stand-ins take the place of the payment providers and no money moves. */
    sandbox: Type.Boolean(),
    /** The card provider's public key; a sandbox does without. */
    stripePublishableKey: Type.Optional(Type.String({ pattern: '^pk_\\w+$' })),
    /** The wallet provider's public identifier; a sandbox does without. */
    paypalClientId: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
    /** Pages reload when something else becomes live, and compression is fast instead of small. */
    isDevelopment: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type SiteSettings = Static<typeof siteSettingsSchema>

const checker = Compile(siteSettingsSchema)

/** `undefined` as long as nobody has said what they are. */
export async function readSettings(folders: SiteFolders): Promise<SiteSettings | undefined> {
  const json = await readFile(folders.settings, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
  return json === undefined ? undefined : parseSettings(JSON.parse(json), folders.settings)
}

/** @throws Refusal that says how the site gets its settings. */
export async function requireSettings(folders: SiteFolders): Promise<SiteSettings> {
  const settings = await readSettings(folders)
  if (settings) return settings
  throw new Refusal(
    'The site has no settings yet, so its pages would not know their address. ' +
      'Say for example "site settings --public-url https://shop.example", or "site settings --from-environment".',
  )
}

export async function writeSettings(folders: SiteFolders, settings: SiteSettings): Promise<void> {
  await replaceFile(folders.settings, `${JSON.stringify(settings, null, 2)}\n`)
}

/** @throws Refusal naming the first setting that is wrong. */
export function parseSettings(value: unknown, source: string): SiteSettings {
  if (!checker.Check(value)) {
    const [error] = checker.Errors(value)
    throw new Refusal(`${source}: ${error?.instancePath.slice(1) || 'the whole'} ${error?.message}`)
  }
  if (!value.sandbox && !(value.stripePublishableKey && value.paypalClientId)) {
    throw new Refusal(`${source}: real payments need the providers' public names (Stripe's key and PayPal's client)`)
  }
  return value
}

/** The names of the settings in which two differ; the order in which they were written does not matter. */
export function differencesOf(a: Partial<SiteSettings> | undefined, b: SiteSettings): string[] {
  const names: (keyof SiteSettings)[] = [
    'publicUrl',
    'sandbox',
    'stripePublishableKey',
    'paypalClientId',
    'isDevelopment',
  ]
  return names.filter((name) => a?.[name] !== b[name])
}
