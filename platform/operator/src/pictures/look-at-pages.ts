import { Refusal } from '@platform/base/errors/refusal'
import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { type ChangedPages, checkChangedPages } from '@platform/site/queries/changed-pages'
import type { CommandContext } from '../command/command'

type Looking = Pick<CommandContext, 'store' | 'browser' | 'print'>

/** @returns doubts */
export async function lookAtPages({ store, browser, print }: Looking, changed?: ChangedPages): Promise<string[]> {
  if (changed?.after.pages.size === 0) return []
  if (!browser) print('No browser is installed here (CHROMIUM_PATH names one), so no pictures were compared')
  if (!browser || !changed) return []
  const { comparePictures, formatCompared } = await import('./compare-pictures')
  const { compared, unseen } = await comparePictures(store.copy, browser, changed)
  for (const it of compared) print(formatCompared(it))
  if (unseen.length > 0) print(`No time was left for ${unseen.join(', ')}`)
  print(`Pictures of them are in ${store.copy.pictures}`)
  return compared.filter(({ doubts }) => doubts.length > 0).map(formatCompared)
}

export async function refuseLooks(
  context: Looking,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits,
): Promise<void> {
  const { changed } = context.browser ? await checkChangedPages(context.store.copy, versions, limits) : {}
  const doubts = await lookAtPages(context, changed)
  const grants = Object.keys(versions).map((name) => `looks:${name}` as const)
  if (doubts.length === 0 || grants.every((it) => limits.allowed?.includes(it))) return
  throw new Refusal(
    `These pages must be looked at before visitors get them:\n  ${doubts.join('\n  ')}\n` +
      `If that is meant, say so with: ${grants.map((it) => `--allow ${it}`).join(' ')} --reason "…"`,
  )
}
