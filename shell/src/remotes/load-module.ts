import { loadRemote } from '@module-federation/enhanced/runtime'
import type { ComponentType } from 'react'
import type { ModuleName } from './route-modules'

export type PageModule = { default: ComponentType }

const own: Partial<Record<ModuleName, () => Promise<PageModule>>> = {
  'shell/home-page': () => import(/* webpackChunkName: "home-page" */ '../home/home-page'),
  'shell/about-page': () => import(/* webpackChunkName: "about-page" */ '../about/about-page'),
  'shell/contact-page': () => import(/* webpackChunkName: "contact-page" */ '../contact/contact-page'),
}

/**
 * Loads a page from this package or from the remote that exposes it.
 * @throws whatever the network or the federation runtime reports
 */
export async function loadModule(name: ModuleName): Promise<PageModule> {
  const module = await (own[name]?.() ?? loadRemote<PageModule>(name))
  if (!module) throw new Error(`${name} is not exposed`)
  return module
}
