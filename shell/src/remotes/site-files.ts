import { filesAddress, readTiming } from '@site/shared/composition-timing'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import {
  firstPart,
  routesNear,
  SITE_CONFIG_ID,
  type SiteFiles,
  type SiteRoute,
  siteConfig,
} from '@site/shared/site-config'
import { registerRemotes } from './federation/register-remotes'

let known: SiteFiles | undefined
let asked: Promise<void> | undefined
/** `reload` after a failure: the cache may hold a damaged copy. */
let cache: RequestCache = 'default'

export function knownFiles(): SiteFiles {
  return known ?? siteConfig()
}

/** Finds routes near an address. Undefined if this document cannot show it: its composition is no longer kept. */
export async function findRoutes(pathname: string): Promise<readonly SiteRoute[] | undefined> {
  const isNear = () => knownFiles().routes.some(({ path }) => firstPart(path) === firstPart(pathname))
  if (!known && !isNear()) await learnFiles()
  return known || isNear() ? routesNear(knownFiles().routes, pathname) : undefined
}

export function learnFiles(): Promise<void> {
  asked ??= askForFiles().catch((error) => {
    asked = undefined
    cache = 'reload'
    throw error
  })
  return asked
}

/**
 * Asks by the document's composition, so that a tab never mixes what was not checked together. Where a proxy hides
 * its hash, the live composition's files do if shell and own package are the same release.
 */
async function askForFiles(): Promise<void> {
  if (siteConfig().isolated) return
  // Browsers without it have their own limit.
  const signal = AbortSignal.timeout?.(CHUNK_LOAD_TIMEOUT_MS)
  const response = await fetch(filesAddress(readTiming('files')), { cache, signal })
  if (response.status === 404) return
  const files: SiteFiles = await response.json()
  if (!isOfThisDocument(files)) return
  registerRemotes(Object.entries(files.remotes).filter(([name]) => !(name in siteConfig().remotes)))
  known = files
  writeFiles(files)
}

function isOfThisDocument(files: SiteFiles): boolean {
  const own = siteConfig()
  const isSame = (name: string) => own.remotes[name]?.version === files.remotes[name]?.version
  return own.shellVersion === files.shellVersion && Object.keys(own.remotes).every(isSame)
}

/**
 * Trusted Types forbid changing a script's text. Nothing moves in the body: rules such as `* + *` would restyle every
 * element, 45 ms on a slow phone.
 */
function writeFiles(files: SiteFiles): void {
  const textContent = JSON.stringify({ ...siteConfig(), ...files })
  document.getElementById(SITE_CONFIG_ID)?.removeAttribute('id')
  document.head.append(Object.assign(document.createElement('template'), { id: SITE_CONFIG_ID, textContent }))
}
