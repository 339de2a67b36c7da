import { type DefaultTreeAdapterTypes, parse } from 'parse5'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element
export type Document = DefaultTreeAdapterTypes.Document

/** Parses like a browser without scripts, with source positions. */
export function parseDocument(html: string): Document {
  return parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false })
}

export const isElement = (node: Node): node is Element => 'tagName' in node

export function childrenOf(node: Document | Element): Node[] {
  return 'content' in node ? (node as DefaultTreeAdapterTypes.Template).content.childNodes : node.childNodes
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((it) => it.name === name)?.value
}

export function candidatesOf(srcset: string | undefined): string[] {
  return srcset?.split(',').map((it) => it.trim().split(/\s+/)[0] ?? '') ?? []
}

export function ownText(element: Element): string {
  return childrenOf(element)
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
}
