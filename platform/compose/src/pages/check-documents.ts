import { Refusal } from '@platform/base/errors/refusal'
import { priceListOf } from '@platform/release/contract/check-data'
import { assetAddress } from '@platform/release/manifest/asset-address'
import { nameOf } from '@platform/release/manifest/name-of'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { publicFilesOf } from '../composition/public-files'
import type { DocumentFacts } from '../facts/document-facts'
import type { PlannedPage } from '../rendering/plan-rendering'
import type { RenderJob } from '../rendering/render-job'
import { checkPages, formatViolations, isFirm, keyOfViolation } from '../rules/check-pages'
import type { AllowedContent, CheckedPage, SiteRule, SiteViolation } from '../rules/checked-page'

export type FinishedPages = {
  releases: readonly VerifiedRelease[]
  pages: readonly PlannedPage[]
  /** In the order of the jobs, as the two that follow. */
  jobs: readonly RenderJob[]
  documents: readonly string[]
  facts: readonly DocumentFacts[]
  contents: readonly AllowedContent[]
  publicUrl: string
}

/** What of the rules may be broken: by a person's word now, or because the same was let pass before. */
export type Allowed = { rules: readonly SiteRule[]; violations: readonly string[] }

/**
 * Looks at the finished pages by the rules of the whole site.
 * @returns keys of the violations that were let pass, and what they say
 * @throws Refusal naming each page, the release and what to do
 */
export function checkDocuments(finished: FinishedPages, allowed: Allowed) {
  const { releases, publicUrl } = finished
  const files = new Set(Object.keys(publicFilesOf(releases)))
  const violations = checkPages({ pages: describePages(finished), files, publicUrl })
  const isAllowed = (violation: SiteViolation) =>
    !isFirm(violation.rule) &&
    (allowed.rules.includes(violation.rule) || allowed.violations.includes(keyOfViolation(violation)))
  const blocking = violations.filter((violation) => !isAllowed(violation))
  if (blocking.length > 0) {
    throw new Refusal(`These pages must not go live:\n  ${formatViolations(blocking).join('\n  ')}${wayOut(blocking)}`)
  }
  return { allowed: violations.map(keyOfViolation), broken: formatViolations(violations) }
}

function wayOut(blocking: readonly SiteViolation[]): string {
  const rules = [...new Set(blocking.map(({ rule }) => rule))]
  if (rules.some(isFirm)) return ''
  const options = rules.map((rule) => `--allow ${rule}`).join(' ')
  return `\nCorrect them; if that has to wait, let them pass with: ${options} --reason "…"`
}

function describePages({ releases, pages, jobs, documents, facts, contents }: FinishedPages): CheckedPage[] {
  const bytesOf = scriptSizes(releases)
  return pages.flatMap(({ release, page, job, variants }) => {
    const owner = `${release.package + page.module.slice(1)} (${nameOf(release)})`
    const priceList = priceListOf(release)
    return [job, ...variants.values()].flatMap((index) => {
      const { url, startScripts = [], preloadScripts = [], styles = [] } = jobs[index] ?? {}
      const [found, may] = [facts[index], contents[index]]
      if (url === undefined || !found || !may) return []
      const scripts = new Set([...startScripts, ...preloadScripts])
      const scriptBytes = [...scripts].reduce((sum, address) => sum + (bytesOf.get(address) ?? 0), 0)
      const htmlBytes = Buffer.byteLength(documents[index] ?? '')
      return [{ address: url, owner, facts: found, htmlBytes, scriptBytes, priceList, allowed: may, styles }]
    })
  })
}

/** Address of each browser file → its bytes before compression. */
function scriptSizes(releases: readonly VerifiedRelease[]): Map<string, number> {
  return new Map(
    releases.flatMap(({ release }) =>
      Object.entries(release.files)
        .filter(([file]) => file.startsWith('client/'))
        .map(([file, { bytes }]) => [assetAddress(release, file.slice('client/'.length)), bytes]),
    ),
  )
}
