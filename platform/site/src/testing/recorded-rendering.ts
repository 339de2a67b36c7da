import type { RenderLimits } from '@platform/compose/rendering/render-site'
import {
  catalogFixture,
  contentFixture,
  hostFixture,
  pageBundle,
  routesWithBlog,
} from '@platform/release/testing/fixture-release'
import { activateReleases } from '../changes/activate-releases'
import type { Activation } from '../changes/make-live'
import { createTestSite, type TestSite } from './test-site'

export const [SHELL, CATALOG, CONTENT] = [
  ['/', '/about'],
  ['/courses', '/courses?category=food', '/courses?category=health'],
  ['/blog', '/blog/unknown'],
]
export const ALL = [...SHELL, ...CATALOG, ...CONTENT]

export const host = hostFixture({ routes: routesWithBlog })
const otherCatalog = catalogFixture({
  version: '0.2.0',
  content: { 'server/courses-page.cjs': pageBundle(`'<h1>Other courses at ' + url + '</h1>'`) },
})

/** Catalog 0.1.0 is live; catalog 0.2.0 has other pages. */
export async function createSiteOfThree(): Promise<TestSite> {
  const site = await createTestSite()
  for (const fixture of [host, catalogFixture(), contentFixture(), otherCatalog]) await site.publish(fixture)
  await site.activate({ shell: 'latest', catalog: '0.1.0', content: 'latest' })
  return site
}

export type RecordedRendering = {
  readonly rendered: readonly string[]
  restart: () => void
  limits: (more?: Partial<RenderLimits>) => RenderLimits
  activate: (versions: Record<string, string>, more?: Partial<RenderLimits>) => Promise<Activation>
}

export function recordRendering(site: TestSite): RecordedRendering {
  const rendered: string[] = []
  const limits = (more: Partial<RenderLimits> = {}): RenderLimits => {
    const { render } = { ...site.limits, ...more }
    return {
      ...site.limits,
      ...more,
      render: (work, renderLimits, onDocument) => {
        rendered.push(...work.jobs.map(({ url }) => url))
        return render(work, renderLimits, onDocument)
      },
    }
  }
  return {
    rendered,
    restart: () => void rendered.splice(0),
    limits,
    activate: (versions, more) => activateReleases(site.store, versions, limits(more)),
  }
}
