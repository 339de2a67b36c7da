/** What an operator signs of each row, so that a changed row is none. */

import { type Statement, statementOf } from '../../signatures/statement'

export type ReleaseFacts = { package: string; version: string; digest: string; publishedAt: Date }
export type PinFacts = { package: string; version: string; integrity: string }
export type DocumentFacts = { name: string; content: string; revision: number }

/** When it was published decides what `latest` is. */
export function releaseStatement({ package: name, version, digest, publishedAt }: ReleaseFacts): Statement {
  return statementOf('release', `${name}@${version}`, digest, publishedAt.toISOString())
}

export function pinStatement({ package: name, version, integrity }: PinFacts): Statement {
  return statementOf('pin', `${name}@${version}`, integrity)
}

/** With its revision: of two that were both signed the later one counts. */
export function documentStatement({ name, content, revision }: DocumentFacts): Statement {
  return statementOf('document', name, String(revision), content)
}

export function compositionStatement(number: number, json: string): Statement {
  return statementOf('composition', String(number), json)
}
