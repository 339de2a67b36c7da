import { randomBytes } from 'node:crypto'
import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { requireSettings } from '@platform/compose/settings/site-settings'
import { signPass } from '../model/preview-pass'
import type { Site } from '../site/site'
import { activating, composeWanted, listNames, showComposition } from './make-live'

export const PREVIEW_MS = 3 * 24 * 60 * 60 * 1_000
const LONGEST_MS = 30 * 24 * 60 * 60 * 1_000

export type Preview = {
  number: number
  releases: Record<string, string>
  link: string
  expiresAt: string
  brokenBlocks?: string[] | undefined
}

export function makePreview(
  store: Site,
  versions: Readonly<Record<string, string>>,
  lastsMs = PREVIEW_MS,
  limits: RenderLimits = defaultLimits,
): Promise<Preview> {
  if (lastsMs > LONGEST_MS) throw new Refusal('A preview lasts for 30 days at the most')
  return activating(store, `preview ${listNames(versions)}`, limits, async (context) => {
    const { from, live } = context
    if (!from.pointer) throw new Refusal('Nothing is live yet; a preview is made beside what is live')
    const key = await ensurePreviewKey(store)
    const wanted = { ...versionsOf(live), ...versions }
    const composition = await composeWanted(context, wanted, { kind: 'preview' })
    const { number, publicUrl, brokenBlocks } = composition
    const expiresAt = (await store.now()).getTime() + lastsMs
    const preview = { composition: number, expiresAt: new Date(expiresAt).toISOString() }
    await showComposition(context, number, { previews: [...(from.pointer.previews ?? []), preview] })
    const link = `${publicUrl}/preview/${signPass(key, { composition: number, expiresAt })}`
    return { number, releases: versionsOf(composition), link, expiresAt: preview.expiresAt, brokenBlocks }
  })
}

export async function retirePreview(store: Site, number: number): Promise<void> {
  const from = await store.live()
  const now = (await store.now()).toISOString()
  const previews = from.pointer?.previews ?? []
  if (!previews.some(({ composition, expiresAt }) => composition === number && expiresAt > now)) {
    throw new Refusal(`Composition ${number} is no preview that is shown`)
  }
  const next = previews.map((it) => (it.composition === number ? { ...it, expiresAt: now } : it))
  await store.moveLive(from, { previews: next })
}

export async function ensurePreviewKey(store: Site): Promise<string> {
  const known = await store.readDocument('previewKey')
  return known ?? store.changeDocument('previewKey', (key) => key ?? randomBytes(32).toString('hex'))
}

/** The link is permanent. */
export async function linkComposition(store: Site, number: number) {
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
