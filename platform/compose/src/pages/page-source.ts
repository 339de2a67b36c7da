import { sha256 } from '@platform/base/durable/digest'
import { htmlOf, type KeptDocument } from '../composition/pack'
import type { Finish } from './kept-pages'

/** Where a document comes from: rendered now, or kept from before. */
export type PageSource = { html: string } | { kept: KeptDocument; finish: Finish }

/** The document with what is added at its end. @throws Error when what is kept is not what it was */
export async function contentOf(source: PageSource, added: string): Promise<string> {
  if ('html' in source) return withAdded(source.html, added)
  const content = (await htmlOf(source.kept)).toString()
  if (source.finish.added === added) return content
  if (source.finish.added !== '') throw new Error('What is kept has something added that is not wanted')
  return withAdded(content, added)
}

/** Digest of {@link contentOf}, without unpacking what need not be. */
export async function digestOf(source: PageSource, added: string): Promise<string> {
  if ('kept' in source && source.finish.added === added) return source.kept.sha256
  return sha256(await contentOf(source, added))
}

function withAdded(html: string, added: string): string {
  return added ? html.replace('</body>', () => `${added}</body>`) : html
}
