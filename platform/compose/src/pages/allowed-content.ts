import { memoize } from '@platform/base/collections/collections'
import { base64Digest } from '@platform/base/durable/digest'
import { integritiesOf } from '@platform/release/manifest/asset-address'
import { isHost, type Release } from '@platform/release/manifest/release'
import { type PolicyHosts, policyDirectives } from '@site/shared/release-policy'
import { type PlannedPage, pagesByJob } from '../rendering/plan-rendering'
import { packageOf, type RenderJob } from '../rendering/rendering-steps'
import type { AllowedContent, PageFacts } from '../rules/checked-page'

/** Returns allowed content in the order of the jobs. */
export function allowedContents(
  pages: readonly PlannedPage[],
  releases: readonly Release[],
  jobs: readonly RenderJob[],
): AllowedContent[] {
  const host = releases.find(isHost)
  /** Cache by style list, which all pages of a frame share. */
  const declared = new Map<RenderJob['styles'], Declared>()
  const hostsOf = memoize((own: PolicyHosts | undefined) => joinHosts(host?.contentSecurityPolicy, own))
  return pagesByJob(pages).map(({ release, page }, index) => {
    const styles = jobs[index]?.styles ?? []
    const owners = () => [release, ...releases.filter((it) => placesBlockOf(jobs[index], it))]
    const own = declared.get(styles) ?? declaredContent(host, owners(), styles)
    declared.set(styles, own)
    return { ...own, hosts: hostsOf(page.contentSecurityPolicy) }
  })
}

function placesBlockOf(job: RenderJob | undefined, { package: name }: Release): boolean {
  return job?.blocks?.some((block) => packageOf(block.name) === name) ?? false
}

/** Names only present digests in the policy: shorter, never wider. */
export function declaredInline(facts: PageFacts | undefined, allowed: AllowedContent | undefined) {
  const present = (may: ReadonlySet<string> | undefined, found: readonly string[] = []) =>
    found.filter((digest) => may?.has(digest))
  return { scripts: present(allowed?.scripts, facts?.scripts), styles: present(allowed?.styles, facts?.styles) }
}

type HostRelease = Extract<Release, { kind: 'host' }>
type Declared = Omit<AllowedContent, 'hosts'>

/** Derives allowed content from the releases, never from the document. */
function declaredContent(
  host: HostRelease | undefined,
  owners: readonly Release[],
  styles: RenderJob['styles'],
): Declared {
  return {
    scripts: new Set(host?.inline.scripts),
    styles: new Set(styles.flatMap(({ css }) => inlineStyles(css, host?.inline.beforeStyles ?? ''))),
    files: new Map([...(host ? integritiesOf(host) : []), ...owners.flatMap((it) => [...integritiesOf(it)])]),
    formAction: host?.inline.formAction,
  }
}

/** Returns digests of a style sheet as React writes it, with and without the layer order before it. */
function inlineStyles(css: string, beforeStyles: string): string[] {
  // Browsers normalise line ends to LF before they hash.
  const text = css.replace(/<\/style/gi, '<\\/style').replace(/\r\n?/g, '\n')
  return [text, beforeStyles + text].map((it) => base64Digest('sha256', it))
}

function joinHosts(...all: readonly (PolicyHosts | undefined)[]): PolicyHosts {
  const joined = policyDirectives.map((directive) => [
    directive,
    [...new Set(all.flatMap((hosts) => hosts?.[directive] ?? []))],
  ])
  return Object.fromEntries(joined.filter(([, hosts]) => hosts && hosts.length > 0))
}
