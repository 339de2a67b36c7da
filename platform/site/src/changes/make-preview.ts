import { Refusal } from '@platform/base/errors/refusal'
import { versionsOf } from '@platform/compose/composition/composition'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import { movePointer, readPointer } from '../store/file/pointer-file'
import { keepPreviewKey, signPass } from '../store/file/preview-link'
import { requireSettings } from '../store/file/settings-file'
import type { SiteFolders } from '../store/file/site-layout'
import { withLock } from '../store/file/site-locks'
import { composeWanted, showComposition, startAttempt } from './make-live'

/** Time enough for others to look; not so long that a forgotten link shows something nobody means any more. */
export const PREVIEW_MS = 3 * 24 * 60 * 60 * 1_000
const LONGEST_MS = 30 * 24 * 60 * 60 * 1_000

export type Preview = { number: number; releases: Record<string, string>; link: string; expiresAt: string }

/**
 * Composes the given releases beside those that are live for whoever has the link, and for nobody else.
 * @param lastsMs how long the link is good
 * @throws Refusal when the releases do not fit or render.
 */
export function makePreview(
  folders: SiteFolders,
  versions: Readonly<Record<string, string>>,
  lastsMs = PREVIEW_MS,
  limits: RenderLimits = defaultLimits,
): Promise<Preview> {
  if (lastsMs > LONGEST_MS) throw new Refusal('A preview lasts for 30 days at the most')
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  return withLock(folders, `preview ${names.join(' ')}`, async (lock) => {
    const attempt = await startAttempt(folders, lock, limits)
    const { before, live } = attempt
    if (!before) throw new Refusal('Nothing is live yet; a preview is made beside what is live')
    const settings = await requireSettings(folders)
    const key = await keepPreviewKey(folders)
    const { number, releases } = await composeWanted(
      attempt,
      { versions: { ...versionsOf(live), ...versions }, settings },
      'preview',
    )
    const expiresAt = Date.now() + lastsMs
    const preview = { composition: number, expiresAt: new Date(expiresAt).toISOString() }
    await showComposition(attempt, number, { previews: [...(before.previews ?? []), preview] })
    const link = `${settings.publicUrl}/preview/${signPass(key, { composition: number, expiresAt })}`
    const made = Object.entries(releases).map(([name, { version }]) => [name, version])
    return { number, releases: Object.fromEntries(made), link, expiresAt: preview.expiresAt }
  })
}

/** Its link leads to the live site from now on; the next prune deletes it. @throws Refusal when there is no such preview */
export async function retirePreview(folders: SiteFolders, number: number): Promise<void> {
  const pointer = await readPointer(folders)
  const now = new Date().toISOString()
  const previews = pointer?.previews ?? []
  if (!previews.some(({ composition, expiresAt }) => composition === number && expiresAt > now)) {
    throw new Refusal(`Composition ${number} is no preview that is shown`)
  }
  const next = previews.map((it) => (it.composition === number ? { ...it, expiresAt: now } : it))
  await movePointer(folders, pointer, { previews: next })
}
