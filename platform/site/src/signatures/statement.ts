import { sha256 } from '@platform/base/durable/digest'

/** What can be signed; a signature of one kind is none of another. */
export type StatementKind = 'composition' | 'document' | 'entry' | 'live' | 'pin' | 'release'

/** What an operator's signature says: the thing of this kind and name has this content. */
export type Statement = {
  kind: StatementKind
  /** `17`, `settings.json`, `catalog@1.6.0`. */
  name: string
  /** SHA-256 of its bytes, in hex. */
  digest: string
}

/** @param parts the content itself, or what a row holds, in a fixed order */
export function statementOf(kind: StatementKind, name: string, ...parts: readonly (string | Uint8Array)[]): Statement {
  const [content = ''] = parts
  return { kind, name, digest: sha256(parts.length > 1 ? JSON.stringify(parts) : content) }
}

/** The bytes that are signed: one line of JSON whose order is fixed, so that nothing can be said in two ways. */
export function textOf({ kind, name, digest }: Statement): Buffer {
  return Buffer.from(JSON.stringify(['site', kind, name, digest]))
}

/** As it is named in a refusal. */
export function describeStatement({ kind, name }: Statement): string {
  const words: Record<StatementKind, string> = {
    composition: `Composition ${name}`,
    document: `The document ${name}`,
    entry: 'An entry of the audit log',
    live: 'What is live',
    pin: `The pin of ${name}`,
    release: `The release ${name}`,
  }
  return words[kind]
}
