import { FindBlock, type PlacedBlock } from '@site/shared/block'
import { PublicUrl } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import type { ReactNode } from 'react'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom'
import AboutPage from './about/about-page'
import { App } from './app'
import ContactPage from './contact/contact-page'
import { type DocumentInput, renderDocument } from './document/document'
import { renderFragment, renderToHtml } from './document/render-to-html'
import { readMenu } from './header/menu'
import HomePage from './home/home-page'
import MapPage from './map/map-page'
import { MAP_SCRIPT } from './map/map-script'
import type { PageModule } from './remotes/load-module'
import type { ModuleName } from './remotes/route-modules'
import { createRoutes } from './routes'

export { inlineParts } from './document/render-to-html'
export { provided } from './provided-modules'

export type RenderInput = DocumentInput & {
  url: string
  /** `catalog/courses-page` → the module the release exposes. */
  modules: Readonly<Record<string, PageModule>>
  /** HTML of the page's blocks by name, without those that failed; undefined if it places none. */
  blocks?: Readonly<Record<string, string>>
}

type BlockInput = Pick<RenderInput, 'url' | 'modules' | 'config'> & { block: PlacedBlock }

const own: Readonly<Record<string, PageModule>> = {
  'shell/home-page': { default: HomePage },
  'shell/about-page': { default: AboutPage },
  'shell/contact-page': { default: ContactPage },
}

export async function renderPage(input: RenderInput | BlockInput): Promise<string> {
  if ('block' in input) return renderBlock(input)
  const { url, modules, blocks: placed, ...parts } = input
  const blocks = placed ?? {}
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
  const routed = await routeAt(address, createRoutes(parts.config.routes, { renderPage: renderModule }))
  const rendered = await renderToHtml(
    <App publicUrl={publicUrl} menu={readMenu(parts.config.menu)}>
      <FindBlock value={({ name }) => (name in blocks ? { kind: 'html', html: blocks[name] ?? '' } : undefined)}>
        {routed}
      </FindBlock>
    </App>,
    Object.values(blocks),
  )
  const routes = parts.config.routes.map(({ blocks: named, ...route }) => ({
    ...route,
    ...(named && { blocks: placed ? named.filter(({ name }) => name in placed) : named }),
  }))
  return renderDocument({ ...parts, config: { ...parts.config, routes }, ...rendered })
}

/** Renders in the sandbox of the block's package; any page may place the HTML. */
async function renderBlock({ url, modules, config, block: { name, props } }: BlockInput): Promise<string> {
  const { publicUrl } = config
  const Component = modules[name]?.default
  if (!Component) throw new Error(`${name} is not exposed`)
  const routed = await routeAt(new URL(url, publicUrl), [{ path: '*', element: <Component {...props} /> }])
  return renderFragment(
    <App publicUrl={publicUrl} menu={[]}>
      {routed}
    </App>,
  )
}

async function routeAt(address: URL, routes: RouteObject[]): Promise<ReactNode> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(address))
  if (context instanceof Response)
    throw new Error(`${address.pathname}${address.search} redirects to ${context.headers.get('location')}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return <StaticRouterProvider router={router} context={context} hydrate={false} />
}

/** A component, so that only the rendered page misses its module. */
function Page({ name, module }: { name: ModuleName; module: PageModule | undefined }) {
  if (!module) throw new Error(`${name} is not exposed by any live release`)
  return <module.default />
}
