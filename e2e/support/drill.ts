import type { Page, Request } from '@playwright/test'
import { type FailingLine, type Failure, openLine } from './failing-line'
import { isBadNews } from './reports'
import { test } from './test'

/** Tests on a line to the shared site that they may break. */
export const drill = test.extend<{ line: FailingLine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  line: async ({}, use) => {
    const line = await openLine(process.env.SITE_URL ?? '')
    await use(line)
    await line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
  // What the browser and the site write about a file that does not arrive.
  expectedErrors: /Failed to load resource|ChunkLoadError|integrity/,
})

/** A page of each remote, and the link by which a visitor gets there from any other page. */
export const remotes = [
  { name: 'catalog', path: '/courses/citb-ssp', heading: 'CITB Site Safety Plus', link: 'Our Courses' },
  { name: 'content', path: '/policies', heading: /polic/i, link: 'Policies' },
  { name: 'checkout', path: '/login', heading: 'Sign in', link: 'Sign in' },
] as const
export type Remote = (typeof remotes)[number]

/** Address of a remote's entry, whatever stands behind it to get around a cache. */
export const entryOf = (remote: string) => new RegExp(`/assets/${remote}/remote-entry\\.[0-9a-f]+\\.js`)

/** Address of a page's own script. */
export const scriptOf = (module: string) => new RegExp(`/assets/[^/]+/${module}\\.[0-9a-f]+\\.js`)

/** The site is told of a part that did not load (R11). */
export function chunkErrorReport(page: Page): Promise<Request> {
  return page.waitForRequest(isBadNews)
}

/** Each failure with one of the items in turn; every night (`DRILLS=all`) with every one. */
export function drillsOf<Item>(failures: readonly Failure[], items: readonly Item[]): [Failure, Item][] {
  const isNight = process.env.DRILLS === 'all'
  return failures.flatMap((failure, index) =>
    items.filter((_, at) => isNight || at === index % items.length).map((item): [Failure, Item] => [failure, item]),
  )
}
