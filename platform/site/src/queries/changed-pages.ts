import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '@platform/base/durable/digest'
import { readComposition } from '@platform/compose/composition/composition'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { readDocument } from '@platform/compose/composition/verify-documents'
import { type DocumentFacts, readFacts } from '@platform/compose/facts/document-facts'
import { defaultLimits, type RenderLimits } from '@platform/compose/rendering/render-site'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { SiteCopy } from '../store/file/file-copy'
import { type CheckedActivation, checkActivation, loadVersions } from './check-activation'

export type SitePages = { pages: Map<string, string>; releases: readonly VerifiedRelease[] }

export type ChangedPages = { before: SitePages; after: SitePages; withSameText: ReadonlySet<string> }

export async function checkChangedPages(
  copy: SiteCopy,
  versions: Readonly<Record<string, string>>,
  limits: RenderLimits = defaultLimits,
): Promise<CheckedActivation & { changed?: ChangedPages }> {
  const pointer = await copy.readPointer()
  const live = pointer && (await readComposition(copy, pointer.live))
  if (!live) return checkActivation(copy, versions, limits)
  const seen = new Map<string, { address: string; html: string; text: DocumentFacts['text'] }>()
  const onDocument = (address: string, html: string, { text }: DocumentFacts) => {
    const page = live.pages[address]
    if (page && page.sha256 !== sha256(html) && !seen.has(page.module)) seen.set(page.module, { address, html, text })
  }
  const checked = await checkActivation(copy, versions, limits, onDocument)
  const wanted = { ...versionsOf(live), ...versions }
  const before: SitePages = { pages: new Map(), releases: await loadVersions(copy, versionsOf(live)) }
  const after: SitePages = { pages: new Map(), releases: await loadVersions(copy, wanted) }
  const withSameText = new Set<string>()
  for (const { address, html, text } of seen.values()) {
    const page = live.pages[address]
    if (!page) continue
    const old = (await readDocument(copy, page)).toString()
    before.pages.set(address, old)
    after.pages.set(address, html)
    if (isDeepStrictEqual(readFacts(old).text, text)) withSameText.add(address)
  }
  return { ...checked, changed: { before, after, withSameText } }
}
