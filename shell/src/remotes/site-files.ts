import { filesAddress, readTiming } from '@site/shared/composition-timing'
import { CHUNK_LOAD_TIMEOUT_MS } from '@site/shared/constants'
import { SITE_CONFIG_ID, type SiteFiles, siteConfig } from '@site/shared/site-config'
import { registerRemotes } from './federation/register-remotes'

let known: SiteFiles | undefined
let asked: Promise<void> | undefined
/** What was damaged on its way would stay so in the browser's cache. */
let cache: RequestCache = 'default'

/** Where the files of packages are: those the document names, and those of all once they were asked for. */
export function knownFiles(): SiteFiles {
  return known ?? siteConfig()
}

/** Whether pages of this package may be shown in this document. */
export function isShownHere(owner: string): boolean {
  return isKnown(owner) || !siteConfig().isolated
}

/**
 * Makes a package's files known; those of all others come with them.
 * @returns false where its pages cannot be shown in this document: nothing of its composition is kept any more
 * @throws what the network says; the next call asks again
 */
export async function findPackage(owner: string): Promise<boolean> {
  if (!isKnown(owner)) await learnFiles()
  return isKnown(owner)
}

/** Asks for the files of all packages, once; a document of its own knows no others. */
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
 * By the composition of this document, so that a tab shows nothing together that was not checked together. Where a browser
 * or a proxy keeps its hash from scripts, those of the composition that visitors get now do if they have the same shell
 * and the same release of the page's own package: then the document could be of that composition as well.
 */
async function askForFiles(): Promise<void> {
  if (siteConfig().isolated) return
  // Browsers without this limit have their own.
  const signal = AbortSignal.timeout?.(CHUNK_LOAD_TIMEOUT_MS)
  const response = await fetch(filesAddress(readTiming('files')), { cache, signal })
  if (response.status === 404) return
  // What says any other failure is no list, and cannot be read as one.
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
 * Into the page's configuration, where the scripts of each package look for their files. The text of a script may not be
 * changed where Trusted Types hold, not even that of data. Nothing is moved in the body: where a package has a rule about
 * neighbours (`* + *`), the browser would find the styles of every element anew, 45 ms on a slow phone.
 */
function writeFiles(files: SiteFiles): void {
  const textContent = JSON.stringify({ ...siteConfig(), ...files })
  document.getElementById(SITE_CONFIG_ID)?.removeAttribute('id')
  document.head.append(Object.assign(document.createElement('template'), { id: SITE_CONFIG_ID, textContent }))
}
