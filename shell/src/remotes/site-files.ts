import { filesAddress, readTiming } from '@site/shared/composition-timing'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import { SITE_CONFIG_ID, type SiteFiles, siteConfig } from '@site/shared/site-config'
import { registerRemotes } from './federation/register-remotes'

let known: SiteFiles | undefined
let asked: Promise<void> | undefined
/** `reload` after a failure: the cache may hold a damaged copy. */
let cache: RequestCache = 'default'

export function knownFiles(): SiteFiles {
  return known ?? siteConfig()
}

export function isShownHere(owner: string): boolean {
  return isKnown(owner) || !siteConfig().isolated
}

/** Makes a package's files known. False when the document's composition is no longer kept. */
export async function findPackage(owner: string): Promise<boolean> {
  if (!isKnown(owner)) await learnFiles()
  return isKnown(owner)
}

export function learnFiles(): Promise<void> {
  asked ??= askForFiles().catch((error) => {
    asked = undefined
    cache = 'reload'
    throw error
  })
  return asked
}

function isKnown(owner: string): boolean {
  return owner === 'shell' || owner in knownFiles().remotes
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
  registerRemotes(Object.entries(files.remotes).filter(([name]) => !isKnown(name)))
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
