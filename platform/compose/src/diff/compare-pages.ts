import type { Release } from '@platform/release/manifest/release'
import { linesOfAnswer } from '../answers/compare-answers'
import type { DocumentFacts } from '../facts/document-facts'
import {
  type Changes,
  compareLines,
  compareNamed,
  flatten,
  type SiteSnapshot,
  type SnapshotPage,
  withChanges,
} from './compare-releases'

const INTEGRITY = 'sha(?:256|384)-[A-Za-z0-9+/]{43,64}={0,2}'
const HASHED_FILE = /\.([0-9a-f]{4,32})\.[\w.]+$/
/** Shorter hashes could be words, so they are removed from file names only. */
const SURE_LENGTH = 8

export function createNormaliser(releases: readonly Release[]): (text: string) => string {
  const replacements = new Map<string, string>()
  for (const { version, files } of releases) {
    replacements.set(`"version":"${version}"`, '"version":""')
    replacements.set(`"shellVersion":"${version}"`, '"shellVersion":""')
    for (const file of Object.keys(files)) {
      const hash = HASHED_FILE.exec(file)?.[1]
      if (!hash) continue
      replacements.set(`.${hash}.`, '.')
      if (hash.length >= SURE_LENGTH) replacements.set(hash, '')
    }
  }
  const known = [...replacements.keys()].sort((a, b) => b.length - a.length).map(escapePattern)
  const pattern = new RegExp(`${known.join('|')}|${INTEGRITY}`, 'g')
  return (text) => text.replace(pattern, (found) => replacements.get(found) ?? '')
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** `rest` is any difference outside the other parts. */
export const pageParts = [
  'text',
  'prices',
  'head',
  'structured data',
  'links',
  'answer',
  'markup',
  'styles',
  'scripts',
  'rest',
] as const
type PagePart = (typeof pageParts)[number]
export type PageChange = {
  address: string
  /** Or the package of a file or fallback. */
  module: string
  parts: Partial<Record<PagePart, Changes>>
  /** Before compression, without versions and hashes. */
  bytes: { before: number; after: number }
}

export function comparePage(
  before: SiteSnapshot,
  after: SiteSnapshot,
  address: string,
  changedFiles: ReadonlySet<string>,
): PageChange | undefined {
  const [old, next] = [before.pages.get(address), after.pages.get(address)]
  const [html, nextHtml] = old && next ? [before.normalise(old.html), after.normalise(next.html)] : ['', '']
  const scripts = old && next ? scriptsOf(after, next).filter((script) => changedFiles.has(script)) : []
  const differing = old && next && html !== nextHtml ? compareDocuments(before, after, old, next) : {}
  const isNamed = scripts.length > 0 || Object.keys(differing).length > 0
  const parts = withChanges<PagePart>([
    ['answer', compareLines(answerOf(before, address), answerOf(after, address))],
    ['text', compareLines(linesOf(before, address), linesOf(after, address))],
    ['scripts', onlyChanged(scripts)],
    ...(Object.entries(differing) as [PagePart, Changes][]),
    ['rest', onlyChanged(html === nextHtml || isNamed ? [] : ['the source of the page'])],
  ])
  if (Object.keys(parts).length === 0) return undefined
  const bytes = { before: html.length, after: nextHtml.length }
  return { address, module: next?.job.module ?? after.answers.get(address)?.owner ?? '', parts, bytes }
}

const onlyChanged = (changed: string[]): Changes => ({ added: [], gone: [], changed })

function answerOf({ answers, normalise }: SiteSnapshot, address: string): string[] {
  const answer = answers.get(address)
  return answer ? linesOfAnswer(answer).map(normalise) : []
}

/** The list of browser files changes with each build; the parts of releases name its files. */
function linesOf({ texts }: SiteSnapshot, address: string): string[] {
  const text = address.endsWith('.json') ? '' : (texts[address] ?? '')
  return text.replace(/<lastmod>.*?<\/lastmod>/g, '').split('\n')
}

function compareDocuments(before: SiteSnapshot, after: SiteSnapshot, old: SnapshotPage, next: SnapshotPage) {
  const listed = Object.entries(lists) as [PagePart, (snapshot: SiteSnapshot, page: SnapshotPage) => string[]][]
  return withChanges<PagePart>([
    ...listed.map(([part, list]) => [part, compareLines(list(before, old), list(after, next))] as const),
    ['styles', compareNamed(stylesOf(before, old), stylesOf(after, next))],
  ])
}

const PRICE = /£\s?[\d,]+(?:\.\d{2})?/g
const OFFERED = /(?:price|lowPrice|highPrice): /

const lists: Partial<Record<PagePart, (snapshot: SiteSnapshot, page: SnapshotPage) => string[]>> = {
  text: ({ normalise }, { facts }) => facts.text.map(normalise),
  prices: (_snapshot, { facts }) => [
    ...facts.text.flatMap((line) => line.match(PRICE) ?? []),
    ...dataOf(facts).filter((line) => OFFERED.test(line)),
  ],
  head: ({ normalise }, { facts }) => facts.head.map(normalise),
  'structured data': (_snapshot, { facts }) => dataOf(facts),
  links: ({ normalise }, { facts }) => [...new Set(facts.links.map(({ address }) => normalise(address)))],
  markup: ({ normalise }, { facts }) => [normalise(facts.markup)],
}

function dataOf({ structuredData }: DocumentFacts): string[] {
  return structuredData.flatMap((json) => {
    try {
      return flatten(JSON.parse(json)).map(([name, value]) => `${name}: ${value}`)
    } catch {
      return [json]
    }
  })
}

function stylesOf({ normalise }: SiteSnapshot, { job }: SnapshotPage): Map<string, string> {
  return new Map(job.styles.map(({ href, css }) => [normalise(href), normalise(css)]))
}

function scriptsOf({ normalise }: SiteSnapshot, { job }: SnapshotPage): string[] {
  return [...new Set([...job.startScripts, ...job.preloadScripts])].map(normalise)
}

export function groupPages(changes: readonly PageChange[]): (PageChange & { others: string[] })[] {
  const groups = new Map<string, PageChange & { others: string[] }>()
  for (const change of changes) {
    const grown = change.bytes.after - change.bytes.before
    const key = JSON.stringify([change.module, grown, change.parts.markup ? null : change.parts])
    const group = groups.get(key)
    if (group && !change.parts.markup) group.others.push(change.address)
    else groups.set(change.parts.markup ? change.address : key, { ...change, others: [] })
  }
  return [...groups.values()]
}
