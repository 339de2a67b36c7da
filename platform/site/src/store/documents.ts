import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { parseKeys, type TeamKeys } from '@platform/release/verify/team-keys'
import type { Row, SiteStore } from './site-store'

export type SiteDocuments = { settings: SiteSettings; keys: TeamKeys; previewKey: string }
export type DocumentName = keyof SiteDocuments

const rows = { settings: 'settings.json', keys: 'keys.json', previewKey: 'preview.key' } as const
const parsers: { [Name in DocumentName]: (content: string) => SiteDocuments[Name] } = {
  settings: (content) => parseSettings(parseJson(rows.settings, content), rows.settings),
  keys: (content) => parseKeys(parseJson(rows.keys, content), rows.keys),
  previewKey: (content) => content,
}

/** A new composition is made with these. */
export const COMPOSED_WITH = [rows.settings, rows.keys]

export const rowNameOf = (name: DocumentName): string => rows[name]

export function parseDocument<Name extends DocumentName>(
  name: Name,
  row: Pick<Row, 'content'> | undefined,
): SiteDocuments[Name] | undefined {
  return row && parsers[name](row.content)
}

export async function readDocument<Name extends DocumentName>(
  store: Pick<SiteStore, 'read'>,
  name: Name,
): Promise<SiteDocuments[Name] | undefined> {
  return parseDocument(name, (await store.read(rows[name]))[0])
}

/** @param revisions by row name, of what is replaced */
export function serialiseDocuments(
  documents: Partial<SiteDocuments>,
  revisions: Readonly<Record<string, number>>,
): Row[] {
  return (Object.keys(documents) as DocumentName[]).map((key) => {
    const [name, value] = [rows[key], documents[key]]
    const content = typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`
    return { name, content, revision: (revisions[name] ?? 0) + 1, signature: null }
  })
}

function parseJson(file: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (cause) {
    const command = `site ${path.parse(file).name}`
    const todo = `Put it back from a backup, or delete it and set it again ("${command}")`
    throw new Refusal(`${file} is damaged: it is no JSON. ${todo}.`, { cause })
  }
}
