// Prints the text and tags of a PDF as JSON: `node print-pdf.mjs < paper.pdf`.
// Runs as its own program because Jest runs no ES modules.
import { buffer } from 'node:stream/consumers'
import { getDocumentProxy } from 'unpdf'

const document = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)))
const { info } = await document.getMetadata()
const read = []
const artifacts = []
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const texts = collect(items)
  const tree = await page.getStructTree()
  if (tree) walk(tree, [], texts)
}
const isMarked = (await document.getMarkInfo())?.Marked === true
const { Title: title, Language: language } = info
console.log(JSON.stringify({ title, language, isMarked, pages: document.numPages, read, artifacts }))

function collect(items) {
  const texts = new Map()
  const open = []
  for (const item of items) {
    if (item.type?.startsWith('beginMarkedContent')) open.push(item.id ?? undefined)
    if (item.type === 'endMarkedContent') open.pop()
    if (item.str === undefined) continue
    const id = open.findLast((one) => one !== undefined)
    if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
    else if (item.str.trim()) artifacts.push(item.str)
  }
  return texts
}

function walk({ role, type, id, children = [] }, roles, texts) {
  if (type === 'content') return read.push([roles.join(' '), (texts.get(id) ?? '').replace(/\s+/g, ' ').trim()])
  for (const child of children) walk(child, role && role !== 'Root' ? [...roles, role] : roles, texts)
}
