import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Composition } from '@platform/compose/composition/composition'
import { parseRelease } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '@platform/site/store/site-store'

const SCRIPT_PLACE = /^\/releases\/([a-z][a-z0-9-]*)\/([^/\s]+)\/([^/:?\s]+\.js)/
const MODULE = /^Loading ([a-z][a-z0-9-]*\/[\w.-]+)/
const MOST_RELEASES = 64

export type KnownScripts = {
  hasScript: (location: string) => Promise<boolean>
  hasModule: (message: string, pages: Composition['pages']) => boolean
}

export function createKnownScripts(copy: SiteCopy): KnownScripts {
  const known = new Map<string, Promise<ReadonlySet<string>>>()

  function scriptsOf(name: string, version: string): Promise<ReadonlySet<string>> {
    const folder = copy.release(name, version)
    const files = known.get(folder) ?? readScripts(folder)
    if (known.size >= MOST_RELEASES) known.clear()
    known.set(folder, files)
    return files
  }

  return {
    async hasScript(location) {
      const [, name = '', version = '', file = ''] = SCRIPT_PLACE.exec(location) ?? []
      return name !== '' && (await scriptsOf(name, version)).has(file)
    },
    hasModule(message, pages) {
      const [, module] = MODULE.exec(message) ?? []
      return module !== undefined && Object.values(pages).some((page) => page.module === module)
    },
  }
}

async function readScripts(folder: string): Promise<ReadonlySet<string>> {
  const source = path.join(folder, RELEASE_FILE)
  const json = await readFile(source, 'utf8').catch(() => undefined)
  if (json === undefined) return new Set()
  const files = Object.keys(parseRelease(json, source).files)
  return new Set(files.filter((file) => file.startsWith('client/')).map((file) => file.slice('client/'.length)))
}
