import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SiteLayout } from '../../model/site-layout'
import type { SiteDocuments } from '../site-store'

/** Of a key that only the site's own user reads. */
const PRIVATE = 0o600

type DocumentFile = { file: string; mode?: number; serialise: (value: never) => string }

/** Each document's file; its name is the document's name in a database too. */
function filesOf({ settings, keys, previewKey }: SiteLayout): Record<keyof SiteDocuments, DocumentFile> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    settings: { file: settings, serialise: json },
    keys: { file: keys, serialise: json },
    previewKey: { file: previewKey, mode: PRIVATE, serialise: (key: string) => key },
  }
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

export async function readSettings({ settings }: SiteLayout): Promise<SiteSettings | undefined> {
  const json = await readText(settings)
  return json === undefined ? undefined : parseSettings(JSON.parse(json), settings)
}

const keysChecker = Compile(Type.Record(Type.String(), Type.Array(Type.String())))

export async function readKeys({ keys }: SiteLayout): Promise<TeamKeys> {
  const value: unknown = JSON.parse((await readText(keys)) ?? '{}')
  if (!keysChecker.Check(value)) throw new Error(`${keys} does not list public keys by package`)
  return value
}

export async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}
