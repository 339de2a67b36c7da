import { childrenOf, type Document, type Element, isElement, type Node } from './parse-document'

const MAX_ERRORS = 3
const SNIPPET = 60
/** HTML Living Standard, 13.1.2: these have no end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

const FRAME = new Set(['html', 'head', 'body'])

/** Elements that are unclosed or misplaced: the tree a browser makes must be the source, tag by tag. */
export function findMarkupErrors(html: string, document: Document): string[] {
  const errors: string[] = []
  let cursor = 0
  const say = (offset: number, what: string) => {
    if (errors.length < MAX_ERRORS) errors.push(`${what} at ${placeOf(html, offset)}`)
  }
  const reach = (offset: number) => {
    // Only white space may be left out: a browser drops it around the head and behind the body.
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
