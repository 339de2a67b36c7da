import { Refusal } from '@platform/base/errors/refusal'
import { priceListOf } from '@platform/release/contract/check-data'
import { assetAddress } from '@platform/release/manifest/asset-address'
import { nameOf } from '@platform/release/manifest/release'
import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { type PlannedPage, pagesByJob } from '../rendering/plan-rendering'
import { packageOf, type RenderJob } from '../rendering/rendering-steps'
import { checkSite, formatViolations, isFirm, keyOfViolation } from '../rules/check-pages'
import type { AllowedContent, CheckedPage, LinkedPage, PageFacts, SiteViolation } from '../rules/checked-page'

type PlannedSite = {
  releases: readonly VerifiedRelease[]
  pages: readonly PlannedPage[]
  jobs: readonly RenderJob[]
  contents: readonly AllowedContent[]
}
type DescribedPage = Omit<CheckedPage, 'facts' | 'htmlBytes'>
export type Allowed = { rules: readonly string[]; violations: readonly string[] }

export function checkDocuments(
  pages: readonly Pick<DescribedPage, 'address' | 'owner'>[],
  facts: readonly PageFacts[],
  site: { files: ReadonlySet<string>; publicUrl: string },
  allowed: Allowed,
) {
  const linked = pages.flatMap(({ address, owner }, index): LinkedPage[] => {
    const found = facts[index]
    return found ? [{ address, owner, facts: found }] : []
  })
  const violations = checkSite({ ...site, pages: linked })
  const known = new Set(allowed.violations)
  const isAllowed = (violation: SiteViolation) =>
    !isFirm(violation.rule) && (allowed.rules.includes(violation.rule) || known.has(keyOfViolation(violation)))
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

export function describePages({ releases, pages, jobs, contents }: PlannedSite): DescribedPage[] {
  const bytesOf = scriptSizes(releases)
  const priceLists = new Map(releases.map(({ release }) => [release.package, priceListOf(release)]))
  return pagesByJob(pages).map(({ release, page }, index) => {
    const owner = `${release.package + page.module.slice(1)} (${nameOf(release)})`
    const sellers = [release.package, ...(page.blocks ?? []).map(({ name }) => packageOf(name))]
    const priceList = sellers.map((name) => priceLists.get(name)).find(Boolean)
    const { url: address = '', startScripts = [], preloadScripts = [], styles = [] } = jobs[index] ?? {}
    const allowed = contents[index]
    if (!allowed) throw new Error(`Nobody has planned ${address}`)
    const scripts = new Set([...startScripts, ...preloadScripts])
    const scriptBytes = [...scripts].reduce((sum, it) => sum + (bytesOf.get(it) ?? 0), 0)
    return { address, owner, scriptBytes, priceList, allowed, styles }
  })
}

function scriptSizes(releases: readonly VerifiedRelease[]): Map<string, number> {
  return new Map(
    releases.flatMap(({ release }) =>
      Object.entries(release.files)
        .filter(([file]) => file.startsWith('client/'))
        .map(([file, { bytes }]) => [assetAddress(release, file.slice('client/'.length)), bytes]),
    ),
  )
}
