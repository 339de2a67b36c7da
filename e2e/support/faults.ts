import type { Page, Request, Route } from '@playwright/test'

/** The ways in which a file of a release can fail to arrive; `hang` never answers. */
export const faults = {
  'answers 404': (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  'answers 500': (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Internal error' }),
  'breaks off': (route: Route) => route.abort('connectionreset'),
  hangs: () => {},
  'is truncated': (route: Route) => change(route, (text) => text.slice(0, text.length / 2)),
  // Still a valid script that does its work: only its digest tells.
  'has a changed byte': (route: Route) => change(route, (text) => `${text} `),
} satisfies Record<string, (route: Route) => unknown>

export type Fault = keyof typeof faults
export const allFaults = Object.keys(faults) as Fault[]

/** What the browser and the site write about such a fault. */
export const faultMessages = /Failed to load resource|ChunkLoadError|integrity|SyntaxError/

/** A page of each remote, and how a visitor gets there from any other page. */
export const remotes = [
  { name: 'catalog', path: '/courses/citb-ssp', heading: 'CITB Site Safety Plus', link: 'Our Courses' },
  { name: 'content', path: '/policies', heading: /polic/i, link: 'Policies' },
  { name: 'checkout', path: '/login', heading: 'Sign in', link: 'Sign in' },
] as const
export type Remote = (typeof remotes)[number]

/** Address of a remote's entry. */
export const entryOf = (remote: string) => new RegExp(`/releases/${remote}/[^/]+/remote-entry\\.[0-9a-f]+\\.js$`)

/** Address of a page's own script. */
export const scriptOf = (module: string) => new RegExp(`/releases/[^/]+/[^/]+/${module}\\.[0-9a-f]+\\.js$`)

/** The site is told of a part that did not load (R11). */
export function chunkErrorReport(page: Page): Promise<Request> {
  return page.waitForRequest((request) => new URL(request.url()).pathname === '/beacon')
}

async function change(route: Route, edit: (text: string) => string): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, body: edit(await response.text()) })
}
