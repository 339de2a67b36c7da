export type Head = Record<string, string[]>

export function headOf(html: string): Head {
  const head: Head = {}
  const add = (name: string, value: string) => {
    head[name] = [...(head[name] ?? []), decode(value)]
  }
  const source = html.slice(html.indexOf('<head'), html.indexOf('</head>')).replace(/<(style|script)\b.*?<\/\1>/gs, '')
  for (const [, title = ''] of source.matchAll(/<title\b[^>]*>(.*?)<\/title>/gs)) add('title', title)
  for (const [tag] of source.matchAll(/<(?:meta|link)\b[^>]*>/g)) {
    const name = attribute(tag, 'name') ?? attribute(tag, 'property') ?? attribute(tag, 'rel')
    const value = attribute(tag, 'content') ?? attribute(tag, 'href')
    if (name && value !== undefined && OF_INTEREST.test(name)) add(name, value)
  }
  return head
}

const OF_INTEREST = /^(description|robots|canonical|og:.+|twitter:.+)$/

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

export function textsOf(html: string, element: string): string[] {
  const matches = html.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs'))
  return [...matches].map(([, content = '']) => decode(content.replace(/<[^>]*>/g, '')))
}

export function decode(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name) => named[name] ?? '')
}
