/** The texts of every element of a kind in raw HTML, tags inside left out. */
export function textsOf(html: string, element: string): string[] {
  const matches = html.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs'))
  return [...matches].map(([, content = '']) => decode(content.replace(/<[^>]*>/g, '')))
}

/** The text a visitor reads in raw HTML. */
export function readableText(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<(script|style|noscript)\b.*?<\/\1>/gs, '')
  return decode(body.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')
}

/** HTML text or an attribute's value as it is read. */
export function decode(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name) => named[name] ?? '')
}
