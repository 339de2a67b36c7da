import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import type { SiteFolders } from './site-layout'

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
