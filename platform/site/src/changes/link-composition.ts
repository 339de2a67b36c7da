import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { requireSettings } from '@platform/compose/settings/site-settings'
import { signPass } from '../model/preview-pass'
import type { SiteStore } from '../store/site-store'
import { ensurePreviewKey } from './make-preview'

export type CompositionLink = { link: string; releases: Record<string, string> }

/**
 * The address under which an operator sees a kept composition, whatever is live: the same for ever, good for as long as
 * the composition is kept. Nothing of the site changes.
 * @throws Refusal when it is not kept, or is a preview, which has a link of its own
 */
export async function linkComposition(store: SiteStore, number: number): Promise<CompositionLink> {
  const settings = requireSettings(await store.copy.readSettings())
  const numbers = await store.compositions()
  if (!numbers.includes(number)) {
    throw new Refusal(`Composition ${number} is not kept. Kept are ${numbers.join(', ') || 'none'}.`)
  }
  const composition = await store.ensureComposition(number)
  if (composition.isPreview) throw new Refusal(`Composition ${number} is a preview; "site preview" printed its link.`)
  const pass = signPass(await ensurePreviewKey(store), { composition: number, expiresAt: Number.POSITIVE_INFINITY })
  return { link: `${settings.publicUrl}/preview/${pass}`, releases: versionsOf(composition) }
}
