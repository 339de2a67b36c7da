import { sha256 } from '@platform/base/durable/digest'
import type { Release } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { siteAnswers } from '../answers/site-answers'
import type { CompositionOutline } from '../composition/composition-outline'
import { mapValues } from '../composition/stored-headers'
import { isSecureAddress } from '../headers/security-headers'
import type { PlannedPage } from '../rendering/plan-rendering'
import type { PageFacts } from '../rules/checked-page'
import { describeIndexes, indexHeaders, listPages, type PageHeaders, type PageSettings } from './compose-pages'

type PlannedSite = Pick<PageSettings, 'siteFiles' | 'publicUrl' | 'finish'> &
  Pick<CompositionOutline, 'publicFiles'> & {
    pages: readonly PlannedPage[]
    headers: PageHeaders
    releases: readonly Release[]
  }

/** For pages that are rendered, but neither compressed nor kept. */
export function plannedAnswers(
  { pages, headers, releases, ...site }: PlannedSite,
  { facts, digests }: { facts: readonly PageFacts[]; digests: readonly string[] },
) {
  const settings = { ...site, isSecure: isSecureAddress(site.publicUrl), releases: {} }
  const documentOf = (place: number) => {
    const found = facts[place]
    return found && { sha256: digests[place] ?? '', bytes: 0, br: '', facts: found }
  }
  const texts = describeIndexes(pages, settings)
  const common = { bytes: 0, br: '', headers: indexHeaders(settings) }
  const indexes = mapValues(texts, (text) => ({ ...common, sha256: sha256(text) }))
  return { texts, answers: siteAnswers({ ...listPages(pages, documentOf, headers), ...site, indexes }, releases) }
}

/** Collects files at the site's root, such as images and the icon (R13). */
export function publicFilesOf(releases: readonly VerifiedRelease[]): CompositionOutline['publicFiles'] {
  return Object.fromEntries(
    releases.flatMap(({ release: { package: name, version, files } }) =>
      Object.keys(files)
        .filter((file) => file.startsWith('public/'))
        .map((file) => [file.slice('public'.length), { package: name, version, file }]),
    ),
  )
}
