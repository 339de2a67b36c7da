import { PublicUrl } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import type { StructuredData } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import AboutPage from './about/about-page'
import { App } from './app'
import ContactPage from './contact/contact-page'
import { renderDocument, type Stylesheet } from './document/document'
import { renderToHtml } from './document/render-to-html'
import HomePage from './home/home-page'
import MapPage from './map/map-page'
import { MAP_SCRIPT } from './map/map-script'
import type { PageModule } from './remotes/load-module'
import type { ModuleName } from './remotes/route-modules'
import { createRoutes } from './routes'

export { inlineParts } from './document/render-to-html'
export { provided } from './provided-modules'

export type RenderInput = {
  url: string
  /** `catalog/courses-page` → the module the release exposes. */
  modules: Readonly<Record<string, PageModule>>
  config: SiteConfig
  styles: readonly Stylesheet[]
  startScripts: readonly string[]
  preloadScripts: readonly string[]
  integrity: Readonly<Record<string, string>>
  noindex: boolean
  structuredData: StructuredData
}

const own: Readonly<Record<string, PageModule>> = {
  'shell/home-page': { default: HomePage },
  'shell/about-page': { default: AboutPage },
  'shell/contact-page': { default: ContactPage },
  'shell/map-page': { default: MapPage },
}

export async function renderPage({ url, modules, ...parts }: RenderInput): Promise<string> {
  const { publicUrl } = parts.config
  const all = { ...modules, ...own }
  const address = new URL(url, publicUrl)
  if (address.pathname === paths.map) {
    const rendered = await renderToHtml(
      <PublicUrl value={publicUrl}>
        <MapPage />
      </PublicUrl>,
    )
    return renderDocument({ ...parts, ...rendered, ownScript: MAP_SCRIPT })
  }
  const renderModule = (name: ModuleName) => <Page name={name} module={all[name]} />
  const handler = createStaticHandler(createRoutes(parts.config.routes, { renderPage: renderModule }))
  const context = await handler.query(new Request(address))
  if (context instanceof Response) throw new Error(`${url} redirects to ${context.headers.get('location')}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const rendered = await renderToHtml(
    <App publicUrl={publicUrl} menu={parts.config.menu}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
  return renderDocument({ ...parts, ...rendered })
}

/** A component, so that only the rendered page misses its module. */
function Page({ name, module }: { name: ModuleName; module: PageModule | undefined }) {
  if (!module) throw new Error(`${name} is not exposed by any live release`)
  return <module.default />
}
