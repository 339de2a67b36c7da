import { loadRemote } from '@module-federation/enhanced/runtime'
import { filesAddress, readTiming } from '@site/shared/composition-timing'
import type { SiteFiles } from '@site/shared/site-config'
import type { ComponentType } from 'react'
import { type ModuleName, ownerOf } from './route-modules'
import { knownFiles, learnFiles } from './site-files'

/** A page takes no props, a block those that the placing page's manifest names. */
export type PageModule = { default: ComponentType<object> }
/** `isFresh`: bypasses a browser cache that may hold a damaged copy. */
export type LoadModule = (name: ModuleName, options: { isFresh: boolean }) => Promise<PageModule>

const own: Readonly<Record<ModuleName, () => Promise<PageModule>>> = {
  'shell/home-page': () => import(/* webpackChunkName: "home-page" */ '../home/home-page'),
  'shell/about-page': () => import(/* webpackChunkName: "about-page" */ '../about/about-page'),
  'shell/contact-page': () => import(/* webpackChunkName: "contact-page" */ '../contact/contact-page'),
  'shell/map-page': () => import(/* webpackChunkName: "map-page" */ '../map/map-page'),
}

/** A failed hint answers the next request of its script, even if the network is back. */
const failedHints = new Set<ModuleName>()

export async function loadModule(name: ModuleName, { isFresh = false } = {}): Promise<PageModule> {
  const owner = ownerOf(name)
  // Of static blocks a page names none.
  if (!own[name] && !knownFiles().remotes[owner]) await learnFiles()
  if (isFresh) await renewCachedEntry(owner)
  hintScripts(name)
  const ask = () => own[name]?.() ?? loadRemote<PageModule>(name)
  const module = await ask().catch((error) => {
    if (!failedHints.has(name)) throw error
    return ask()
  })
  if (!module) throw new Error(`${name} is not exposed`)
  return module
}

async function renewCachedEntry(remote: string): Promise<void> {
  const entry = knownFiles().remotes[remote]?.entry
  // A network that is still down shows when the module is loaded.
  const renew = (address: string) => fetch(address, { cache: 'reload' }).catch(() => undefined)
  if (entry) await renew(entry)
  // A composition that is no longer kept: today's document shows the page.
  if ((await renew(filesAddress(readTiming('files'))))?.status === 404) window.location.reload()
}

/** The runtime names a page's scripts only after the entry has run; asked for now, they come beside it. */
function hintScripts(name: ModuleName): void {
  const owner = ownerOf(name)
  for (const href of pageScripts(knownFiles(), owner, name.slice(owner.length + 1))) {
    if (document.querySelector(`[src="${href}"], [href="${href}"]`)) continue
    const hint = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href })
    hint.onerror = () => failedHints.add(name)
    document.head.append(hint)
  }
}

function pageScripts({ remotes, files }: SiteFiles, owner: string, page: string): readonly string[] {
  const named = remotes[owner]?.scripts?.[`./${page}`]
  if (named) return named
  const hash = files?.[owner]?.[`${page}.js`]
  return hash === undefined ? [] : [`/assets/${owner}/${page}.${hash}.js`]
}
