import type { StructuredData } from '@site/shared/release'
import { jsonForHtml } from './escape'

export function structuredDataScript(nodes: StructuredData, publicUrl: string): string {
  if (nodes.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': nodes }
  return `<script type="application/ld+json">${jsonForHtml(graph, absoluteIn(publicUrl))}</script>`
}

/** Release files know no host, so their addresses are paths. */
function absoluteIn(publicUrl: string) {
  return (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('/') ? publicUrl + value : value
}
