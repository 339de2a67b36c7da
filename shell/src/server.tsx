import * as cart from '@site/shared/cart'
import * as navigation from '@site/shared/navigation'
import * as pageHead from '@site/shared/page-head'
import type { StructuredData } from '@site/shared/release'
import * as session from '@site/shared/session'
import type { SiteConfig } from '@site/shared/site-config'
import * as ui from '@site/shared/ui'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import AboutPage from './about/about-page'
import { App } from './app'
import ContactPage from './contact/contact-page'
import { renderDocument, type Stylesheet } from './document/document'
import { renderToHtml } from './document/render-to-html'
import HomePage from './home/home-page'
import type { PageModule } from './remotes/load-module'
import type { ModuleName } from './remotes/route-modules'
import { createRoutes } from './routes'

/** What remotes share with the shell on the server: the same modules as in the browser, one instance each. */
export const provided: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@site/shared/cart': cart,
  '@site/shared/navigation': navigation,
  '@site/shared/page-head': pageHead,
  '@site/shared/session': session,
  '@site/shared/ui': ui,
}

export type RenderInput = {
  /** Path and query of the page. */
  url: string
  /** `catalog/courses-page` → the module the release exposes. */
  modules: Readonly<Record<string, PageModule>>
  config: SiteConfig
  styles: readonly Stylesheet[]
  startScripts: readonly string[]
  preloadScripts: readonly string[]
  noindex: boolean
  structuredData: StructuredData
}

const own: Readonly<Record<string, PageModule>> = {
  'shell/home-page': { default: HomePage },
  'shell/about-page': { default: AboutPage },
  'shell/contact-page': { default: ContactPage },
}

/**
 * Renders one page of the composition to a whole document.
 * @throws Error when a module is missing or anything throws while rendering
 */
export async function renderPage({ url, modules, ...parts }: RenderInput): Promise<string> {
  const { publicUrl } = parts.config
  const all = { ...modules, ...own }
  const handler = createStaticHandler(createRoutes({ renderPage: (name) => renderModule(name, all[name]) }))
  const context = await handler.query(new Request(new URL(url, publicUrl)))
  if (context instanceof Response) throw new Error(`${url} redirects to ${context.headers.get('location')}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const rendered = await renderToHtml(
    <App publicUrl={publicUrl}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
  return renderDocument({ ...parts, ...rendered })
}

function renderModule(name: ModuleName, module: PageModule | undefined) {
  if (!module) throw new Error(`${name} is not exposed by any live release`)
  return <module.default />
}
