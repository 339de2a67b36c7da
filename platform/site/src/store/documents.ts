import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { parseSettings, type SiteSettings } from '@platform/compose/settings/site-settings'
import { parseKeys, type TeamKeys } from '@platform/release/verify/team-keys'
import type { Row, SiteStore } from './site-store'

export type SiteDocuments = { settings: SiteSettings; keys: TeamKeys; previewKey: string }
export type DocumentName = keyof SiteDocuments

type Form<Value> = { row: string; serialise: (value: Value) => string; parse: (content: string) => Value }

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const forms: { [Name in DocumentName]: Form<SiteDocuments[Name]> } = {
  settings: { row: 'settings.json', serialise: json, parse: parseJson('settings.json', parseSettings) },
  keys: { row: 'keys.json', serialise: json, parse: parseJson('keys.json', parseKeys) },
  previewKey: { row: 'preview.key', serialise: (key) => key, parse: (content) => content },
}

/** A new composition is made with these. */
export const COMPOSED_WITH = [forms.settings.row, forms.keys.row]

export const rowNameOf = (name: DocumentName): string => forms[name].row

export function parseDocument<Name extends DocumentName>(
  name: Name,
  row: Pick<Row, 'content'> | undefined,
): SiteDocuments[Name] | undefined {
  return row && forms[name].parse(row.content)
}

export async function readDocument<Name extends DocumentName>(
  store: Pick<SiteStore, 'read'>,
  name: Name,
): Promise<SiteDocuments[Name] | undefined> {
  return parseDocument(name, (await store.read(forms[name].row))[0])
}

/** @param revisions by row name, of what is replaced */
export function serialiseDocuments(
  documents: Partial<SiteDocuments>,
  revisions: Readonly<Record<string, number>>,
): Row[] {
  return (Object.keys(documents) as DocumentName[]).map((name) => {
    const { row, serialise } = forms[name]
    const content = serialise(documents[name] as never)
    return { name: row, content, revision: (revisions[row] ?? 0) + 1, signature: null }
  })
}

function parseJson<Value>(file: string, parse: (value: unknown, source: string) => Value): (content: string) => Value {
  return (content) => {
    let value: unknown
    try {
      value = JSON.parse(content)
    } catch (cause) {
      const command = `site ${path.parse(file).name}`
      const todo = `Put it back from a backup, or delete it and set it again ("${command}")`
      throw new Refusal(`${file} is damaged: it is no JSON. ${todo}.`, { cause })
    }
    return parse(value, file)
  }
}
