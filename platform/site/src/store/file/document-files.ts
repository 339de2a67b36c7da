import path from 'node:path'
import { readText, replaceFile } from '@platform/base/durable/durable'
import { Refusal } from '@platform/base/errors/refusal'
import { parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { parseKeys, type TeamKeys } from '@platform/release/verify/team-keys'
import { isSamePointer, type Pointer, parsePointer } from '../../model/pointer'
import type { SiteLayout } from '../../model/site-layout'
import type { SiteDocuments } from '../site-store'
import { withPointerLease } from './site-leases'

const PRIVATE = 0o600

export const COMPOSED_WITH = ['settings', 'keys'] as const

export type DocumentName = keyof SiteDocuments
type DocumentFile<Value> = {
  file: string
  mode?: number
  serialise: (value: Value) => string
  parse: (content: string) => Value
}
type DocumentFiles = { [Name in DocumentName]: DocumentFile<SiteDocuments[Name]> }

/** A database uses the same names. */
function filesOf({ settings, keys, previewKey }: SiteLayout): DocumentFiles {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    settings: { file: settings, serialise: json, parse: (content) => parseSettings(JSON.parse(content), settings) },
    keys: { file: keys, serialise: json, parse: (content) => parseKeys(JSON.parse(content), keys) },
    previewKey: { file: previewKey, mode: PRIVATE, serialise: (key) => key, parse: (content) => content },
  }
}

export function nameOfDocument(site: SiteLayout, name: DocumentName): string {
  return path.basename(filesOf(site)[name].file)
}

export function parseIfThere<Name extends DocumentName>(
  site: SiteLayout,
  name: Name,
  content: string | undefined,
): SiteDocuments[Name] | undefined {
  return content === undefined ? undefined : filesOf(site)[name].parse(content)
}

export function refuseOtherDocuments(
  site: SiteLayout,
  then: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): void {
  const changed = COMPOSED_WITH.filter((it) => then[nameOfDocument(site, it)] !== now[nameOfDocument(site, it)])
  if (changed.length === 0) return
  throw new Refusal(`The ${changed.join(' and the ')} were changed meanwhile. Nothing else was; try again.`)
}

export function readDocumentFile(site: SiteLayout, name: DocumentName): Promise<string | undefined> {
  return readText(filesOf(site)[name].file)
}

/** By file name. */
export function serialiseDocuments(site: SiteLayout, documents: Partial<SiteDocuments>): Record<string, string> {
  const files = filesOf(site)
  const names = Object.keys(documents) as (keyof SiteDocuments)[]
  return Object.fromEntries(
    names.map((name) => [path.basename(files[name].file), files[name].serialise(documents[name] as never)]),
  )
}

export async function readDocumentFiles(site: SiteLayout): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { file } of Object.values(filesOf(site))) {
    const content = await readText(file)
    if (content !== undefined) found[path.basename(file)] = content
  }
  return found
}

/** @param contents by file name */
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

export function readPin({ pins }: SiteLayout, name: string, version: string): Promise<string | undefined> {
  return readText(path.join(pins, name, version))
}

/** A pin is never deleted: a version has one content for ever. */
export async function writePin({ pins }: SiteLayout, name: string, version: string, integrity: string): Promise<void> {
  await replaceFile(path.join(pins, name, version), integrity)
}

export async function readPointer({ current }: Pick<SiteLayout, 'current'>): Promise<Pointer | undefined> {
  const json = await readText(current)
  return json === undefined ? undefined : parsePointer(JSON.parse(json), current)
}

export async function writePointer({ current }: SiteLayout, pointer: Pointer): Promise<void> {
  await replaceFile(current, `${JSON.stringify(pointer)}\n`)
}

export function followPointer(site: SiteLayout, pointer: Pointer): Promise<void> {
  return withPointerLease(site, async () => {
    const here = await readPointer(site).catch(() => undefined)
    if (!isSamePointer(here, pointer)) await writePointer(site, pointer)
  })
}
