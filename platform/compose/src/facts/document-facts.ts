import { type ActiveContent, readActiveContent } from './active-content'
import {
  attributeOf,
  candidatesOf,
  childrenOf,
  type Document,
  type Element,
  isElement,
  type Node,
  ownText,
  parseDocument,
} from './parse-document'

const MAX_ERRORS = 3
const SNIPPET = 60
/** Void elements (HTML Living Standard, 13.1.2). */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

const FRAME = new Set(['html', 'head', 'body'])

/** The parsed tree must match the source, tag by tag. */
function findMarkupErrors(html: string, document: Document): string[] {
  const errors: string[] = []
  let cursor = 0
  const say = (offset: number, what: string) => {
    if (errors.length < MAX_ERRORS) errors.push(`${what} at ${placeOf(html, offset)}`)
  }
  const reach = (offset: number) => {
    // Browsers drop white space around the head and behind the body.
    if (offset > cursor && html.slice(cursor, offset).trim() !== '') say(cursor, 'a tag that browsers ignore')
    if (offset < cursor) say(offset, 'an element that browsers put in another place')
    cursor = Math.max(cursor, offset)
  }

  function visit(node: Node): void {
    if (isElement(node)) visitElement(node)
    else visitText(node)
  }

  function visitText(node: Node): void {
    const place = node.sourceCodeLocation
    if (!place || ('value' in node && node.value.trim() === '')) return
    reach(place.startOffset)
    cursor = Math.max(cursor, place.endOffset)
  }

  function visitElement(element: Element): void {
    const { startTag, endTag } = element.sourceCodeLocation ?? {}
    if (!startTag && !FRAME.has(element.tagName)) say(cursor, `a missing <${element.tagName}>`)
    if (startTag) {
      reach(startTag.startOffset)
      cursor = Math.max(cursor, startTag.endOffset)
    }
    for (const child of childrenOf(element)) visit(child)
    if (endTag) {
      reach(endTag.startOffset)
      cursor = Math.max(cursor, endTag.endOffset)
    } else if (startTag && !closesItself(element, html.slice(startTag.startOffset, startTag.endOffset))) {
      say(startTag.startOffset, `<${element.tagName}> is never closed`)
    }
  }

  for (const child of document.childNodes) visit(child)
  reach(html.length)
  return errors
}

function closesItself({ tagName, namespaceURI }: Element, tag: string): boolean {
  return VOID.has(tagName) || (!namespaceURI.endsWith('/xhtml') && tag.endsWith('/>'))
}

function placeOf(html: string, offset: number): string {
  const before = html.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  return `${line}:${column} (${html.slice(offset, offset + SNIPPET)})`
}

/** `by` is element and attribute: `a href`. */
export type Link = { address: string; by: string }

export type DocumentFacts = {
  titles: string[]
  headings: string[]
  main: string | undefined
  head: string[]
  text: string[]
  markup: string
  links: Link[]
  ids: ReadonlySet<string>
  structuredData: string[]
  markupErrors: string[]
  active: ActiveContent
}

/** Attributes with an address. `action` is absent: React fills it with its own before hydration. */
const ADDRESSES = ['href', 'src', 'poster']
const READ = ['alt', 'aria-label', 'placeholder', 'title']
const SILENT = new Set(['script', 'style', 'template', 'noscript'])
const INLINE = new Set(
  'a abbr b bdi br button cite code data em i img input kbd label mark q s samp small span strong sub sup svg time u use var'.split(
    ' ',
  ),
)

export function readFacts(html: string): DocumentFacts {
  const document = parseDocument(html)
  const reader = createReader()
  for (const node of document.childNodes) reader.visit(node, { inHead: false, inMain: false })
  return {
    ...reader.facts(),
    markupErrors: findMarkupErrors(html, document),
    active: readActiveContent(html, document),
  }
}

type Where = { inHead: boolean; inMain: boolean }

function createReader() {
  const titles: string[] = []
  const headings: string[] = []
  const head: string[] = []
  const text: string[] = []
  const markup: string[] = []
  const links: Link[] = []
  const ids = new Set<string>()
  const structuredData: string[] = []
  let main: string | undefined
  let line = ''

  const endLine = () => {
    const words = line.replace(/\s+/g, ' ').trim()
    if (words) text.push(words)
    line = ''
  }

  function visit(node: Node, where: Where): void {
    if (isElement(node)) visitElement(node, where)
    else if ('value' in node) {
      line += node.value
      if (where.inMain) main = `${main ?? ''}${node.value}`
    }
  }

  function visitElement(node: Element, where: Where): void {
    const { tagName } = node
    note(node)
    if (where.inHead) recordHead(node)
    if (where.inHead || SILENT.has(tagName)) {
      if (attributeOf(node, 'type') === 'application/ld+json') structuredData.push(ownText(node))
      return
    }
    if (tagName === 'h1') headings.push(textOf(node))
    if (tagName === 'main') main ??= ''
    if (tagName === 'html') head.push(`language ${attributeOf(node, 'lang') ?? 'not said'}`)
    const isBlock = !INLINE.has(tagName)
    if (isBlock) endLine()
    for (const name of READ) readOut(attributeOf(node, name))
    if (tagName !== 'html' && tagName !== 'head') markup.push(tagOf(node))
    for (const child of childrenOf(node)) {
      visit(child, { inHead: where.inHead || tagName === 'head', inMain: where.inMain || tagName === 'main' })
    }
    if (isBlock) endLine()
  }

  const readOut = (value: string | undefined) => {
    if (value) line += ` [${value}] `
  }

  function note(element: Element): void {
    const id = attributeOf(element, 'id')
    if (id) ids.add(id)
    if (element.tagName === 'a') ids.add(attributeOf(element, 'name') ?? '')
    for (const name of ADDRESSES) {
      const address = attributeOf(element, name)
      if (address !== undefined) links.push({ address, by: `${element.tagName} ${name}` })
    }
    for (const address of candidatesOf(attributeOf(element, 'srcset'))) {
      links.push({ address, by: `${element.tagName} srcset` })
    }
  }

  function recordHead(element: Element): void {
    if (element.tagName === 'title') titles.push(ownText(element).trim())
    if (element.tagName === 'title') head.push(`title ${ownText(element).trim()}`)
    if (element.tagName === 'meta' || element.tagName === 'link') head.push(tagOf(element))
  }

  return {
    visit,
    facts: () => ({ titles, headings, main, head, text, markup: markup.join('\n'), links, ids, structuredData }),
  }
}

function tagOf({ tagName, attrs }: Element): string {
  const attributes = attrs.map(({ name, value }) => ` ${name}="${value}"`)
  return `${tagName}${attributes.sort().join('')}`
}

function textOf(node: Document | Element): string {
  const parts = childrenOf(node).map((child) =>
    'value' in child ? child.value : isElement(child) ? textOf(child) : '',
  )
  return parts.join('').replace(/\s+/g, ' ').trim()
}
