import { loadRemote } from '@module-federation/enhanced/runtime'
import type { ComponentType } from 'react'
import { pageScripts } from './page-scripts'
import { type ModuleName, ownerOf } from './route-modules'
import { findPackage, knownFiles } from './site-files'

export type PageModule = { default: ComponentType }
/** `isFresh`: past the browser's cache, which may hold what was damaged on its way. */
export type LoadModule = (name: ModuleName, options: { isFresh: boolean }) => Promise<PageModule>

const own: Partial<Record<ModuleName, () => Promise<PageModule>>> = {
  'shell/home-page': () => import(/* webpackChunkName: "home-page" */ '../home/home-page'),
  'shell/about-page': () => import(/* webpackChunkName: "about-page" */ '../about/about-page'),
  'shell/contact-page': () => import(/* webpackChunkName: "contact-page" */ '../contact/contact-page'),
}

/**
 * Loads a page from this package or from the remote that exposes it.
 * @throws whatever the network or the federation runtime reports
 */
export async function loadModule(name: ModuleName, { isFresh = false } = {}): Promise<PageModule> {
  const owner = ownerOf(name)
  // Whoever goes to such a page leaves the document.
  if (!(await findPackage(owner))) return new Promise(() => {})
  if (isFresh) await renewCachedEntry(owner)
  hintScripts(name)
  const module = await (own[name]?.() ?? loadRemote<PageModule>(name))
  if (!module) throw new Error(`${name} is not exposed`)
  return module
}

/** Entries are immutable to the browser's cache; one that was damaged on its way would stay so. */
async function renewCachedEntry(remote: string): Promise<void> {
  const entry = knownFiles().remotes[remote]?.entry
  // A network that is still down shows when the module is loaded.
  if (entry) await fetch(entry, { cache: 'reload' }).catch(() => {})
}

/** The runtime names a page's scripts only when the entry has run; asked for now, they come beside it. */
function hintScripts(name: ModuleName): void {
  const owner = ownerOf(name)
  for (const href of pageScripts(knownFiles(), owner, name.slice(owner.length + 1))) {
    if (document.querySelector(`[src="${href}"], [href="${href}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href }))
  }
}
