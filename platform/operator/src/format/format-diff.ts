import { groupPages, type PageChange, pageParts } from '@platform/compose/diff/compare-pages'
import { type Changes, type ReleaseChange, releaseParts } from '@platform/compose/diff/compare-releases'
import { isDowngrade } from '@platform/release/manifest/downgrades'
import type { SiteDiff } from '@platform/site/queries/diff-site'
import { printable } from './printable'

const SHOWN = 6
const MAX_WIDTH = 160

export function formatDiff({
  before,
  after,
  changesForVisitors,
  problems,
  releases,
  settings,
  pages,
}: SiteDiff): string {
  const summary = changesForVisitors
    ? `${pages.changed.length} of the same addresses answer otherwise, ${pages.same} pages stay the same`
    : `Nothing changes for visitors: ${pages.same} pages, all addresses, headers, scripts, styles, files and prices are the same`
  return [
    `${before} → ${after}: ${summary}`,
    ...settings.map((name) => `  setting ${name} differs`),
    ...pages.added.map((address) => `  + ${address}`),
    ...pages.gone.map((address) => `  - ${address}`),
    ...groupPages(pages.changed).flatMap(formatPage),
    ...problems.map((problem) => `would be refused: ${problem}`),
    ...releases.flatMap(formatRelease),
  ]
    .map(printable)
    .join('\n')
}

function formatPage({ address, module, parts, bytes, others }: PageChange & { others: string[] }): string[] {
  const grown = bytes.after - bytes.before
  const size = grown === 0 ? '' : `, ${grown > 0 ? '+' : ''}${grown} bytes`
  const also = others.length > 0 ? [`  and alike: ${others.join(' ')}`] : []
  return [
    `page ${address} (${module}${size})`,
    ...also,
    ...pageParts.flatMap((part) => formatChanges(part, parts[part])),
  ]
}

function formatRelease({ package: name, before, after, parts }: ReleaseChange): string[] {
  const lines = releaseParts.flatMap((part) => formatChanges(part, parts[part]))
  const direction = isDowngrade(before, after) ? ', a downgrade' : ''
  return [
    `release ${name}: ${before ?? 'nothing'} → ${after ?? 'nothing'}${direction}`,
    ...(lines.length > 0 ? lines : ['  built anew, otherwise equal']),
  ]
}

function formatChanges(part: string, changes: Changes | undefined): string[] {
  if (!changes) return []
  if (part === 'markup') return ['  markup: elements or their attributes']
  const { added, gone, changed } = changes
  const lines = [...gone.map((it) => `- ${it}`), ...added.map((it) => `+ ${it}`), ...changed.map((it) => `~ ${it}`)]
  const more = lines.length - SHOWN
  return [
    `  ${part}:`,
    ...lines.slice(0, SHOWN).map((it) => `    ${it.length > MAX_WIDTH ? `${it.slice(0, MAX_WIDTH)} …` : it}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}
