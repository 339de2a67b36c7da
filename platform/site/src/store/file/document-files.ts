import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { parseKeys, type TeamKeys } from '@platform/release/verify/team-keys'
import type { SiteLayout } from '../../model/site-layout'
import type { SiteDocuments } from '../site-store'

/** Of a key that only the site's own user reads. */
const PRIVATE = 0o600

/** What a composition is made with. */
export const COMPOSED_WITH = ['settings', 'keys'] as const

export type DocumentName = keyof SiteDocuments
type DocumentFile<Value> = {
  file: string
  mode?: number
  serialise: (value: Value) => string
  /** @throws Refusal or Error when it is none */
  parse: (content: string) => Value
}
type DocumentFiles = { [Name in DocumentName]: DocumentFile<SiteDocuments[Name]> }

/** Each document's file; its name is the document's name in a database too. */
function filesOf({ settings, keys, previewKey }: SiteLayout): DocumentFiles {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    settings: { file: settings, serialise: json, parse: (content) => parseSettings(JSON.parse(content), settings) },
    keys: { file: keys, serialise: json, parse: (content) => parseKeys(JSON.parse(content), keys) },
    previewKey: { file: previewKey, mode: PRIVATE, serialise: (key) => key, parse: (content) => content },
  }
}

/** Under which name a document is kept: its file's. */
export function nameOfDocument(site: SiteLayout, name: DocumentName): string {
  return path.basename(filesOf(site)[name].file)
}

/** @throws Refusal or Error when it is no such document */
export function parseIfThere<Name extends DocumentName>(
  site: SiteLayout,
  name: Name,
  content: string | undefined,
): SiteDocuments[Name] | undefined {
  return content === undefined ? undefined : filesOf(site)[name].parse(content)
}

/**
 * What is new to visitors was made with the settings and keys of then; both by the name of the file, as revisions.
 * @throws Refusal when one of them was changed since
 */
export function refuseOtherDocuments(
  site: SiteLayout,
  then: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): void {
  const changed = COMPOSED_WITH.filter((it) => then[nameOfDocument(site, it)] !== now[nameOfDocument(site, it)])
  if (changed.length === 0) return
  throw new Refusal(`The ${changed.join(' and the ')} were changed meanwhile. Nothing else was; try again.`)
}

/** A document's content, byte by byte; `undefined` when there is none. */
export function readDocumentFile(site: SiteLayout, name: DocumentName): Promise<string | undefined> {
  return readText(filesOf(site)[name].file)
}

/** The content of each document's file, by the file's name. */
export function serialiseDocuments(site: SiteLayout, documents: Partial<SiteDocuments>): Record<string, string> {
  const files = filesOf(site)
  const names = Object.keys(documents) as (keyof SiteDocuments)[]
  return Object.fromEntries(
    names.map((name) => [path.basename(files[name].file), files[name].serialise(documents[name] as never)]),
  )
}

/** The documents' files that are here, by name. */
export async function readDocumentFiles(site: SiteLayout): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { file } of Object.values(filesOf(site))) {
    const content = await readText(file)
    if (content !== undefined) found[path.basename(file)] = content
  }
  return found
}

/** @param contents by the file's name; a file that says the same already is left as it is */
export async function writeDocumentFiles(site: SiteLayout, contents: Readonly<Record<string, string>>): Promise<void> {
  for (const { file, mode } of Object.values(filesOf(site))) {
    const content = contents[path.basename(file)]
    if (content !== undefined && content !== (await readText(file))) await replaceFile(file, content, mode)
  }
}

export async function readSettings(site: SiteLayout): Promise<SiteSettings | undefined> {
  return read(site, 'settings')
}

export async function readKeys(site: SiteLayout): Promise<TeamKeys> {
  return (await read(site, 'keys')) ?? {}
}

async function read<Name extends DocumentName>(site: SiteLayout, name: Name): Promise<SiteDocuments[Name] | undefined> {
  return parseIfThere(site, name, await readDocumentFile(site, name))
}

export async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}
