import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import type { Operation, OperationResult } from '@site/api/admin'
import { listCsv } from '@site/papers/list-csv'
import type { Paper } from '@site/papers/paper'
import { type Pence, parseAmount } from '@site/shared/money'
import {
  type CommandContext,
  defineCommand,
  parseCount,
  parseDuration,
  reasonOf,
  type Values,
  withReason,
} from '../command/command'
import { formatAttention, formatDifferences, formatList, formatOrder } from '../format/format-orders'
import { printable } from '../format/printable'

const change = { ...withReason, by: '<name>', json: true } as const
const days = { from: '2026-04-01', to: '2026-04-30', json: true } as const
const page = { limit: '<n>', before: '<id>', json: true } as const
const DEFAULT_ORDERS = 50

export const orderCommands = {
  orders: defineCommand({
    options: { json: true },
    does: 'what needs a person, and why',
    reads: 'nothing',
    run: (_args, values, context) => ask({ do: 'attention' }, formatAttention, values, context),
  }),

  'orders list': defineCommand({
    args: ['[<state>]'],
    options: { state: '', ...page },
    does: 'every order, or those in one state, the latest first',
    reads: 'nothing',
    run: ([given], { state = given, ...values }, context) => list({ ...(state && { state }) }, values, context),
  }),

  'orders find': defineCommand({
    args: ['<text> …'],
    options: page,
    does: 'orders by a part of name, e-mail or id, by amount, day or number of a receipt',
    reads: 'nothing',
    run: ([words], values, context) => list({ text: words.join(' ') }, values, context),
  }),

  'orders show': defineCommand({
    args: ['<id>'],
    options: { json: true },
    does: 'all that is known of one order',
    reads: 'nothing',
    run: ([orderId], values, context) => ask({ do: 'show', orderId }, formatOrder, values, context),
  }),

  'orders confirm': defineCommand({
    args: ['<id>'],
    options: { date: '"…"', place: '"…"', joining: '"…"', course: '<n>', ...change },
    does: 'a held order becomes a paid one; with --date and --place: when and where a course is, mailed to all who come',
    reads: 'nothing',
    async run([orderId], { date, place, joining, course, ...values }, context) {
      const isDated = [date, place, joining, course].some((value) => value !== undefined)
      if (!isDated) return ask({ do: 'confirm', orderId, ...personOf(values) }, printable, values, context)
      if (!date || !place) throw new Refusal('Say when and where: --date "12 January 2027, 9am to 5pm" --place "…"')
      const about = { when: date, place, ...(joining && { instructions: joining }) }
      const which = course === undefined ? {} : { courseId: parseCount(course) }
      const operation = { do: 'confirm-booking' as const, orderId, ...about, ...which, ...personOf(values) }
      await ask(operation, printable, values, context)
    },
  }),
  'orders refund': defineCommand({
    args: ['<id>'],
    options: { amount: '<pounds>', again: '<n>', 'by-hand': true, ...change },
    does: 'money goes back to the buyer; --by-hand: it has gone another way, and is only kept',
    reads: 'nothing',
    async run([orderId], values, context) {
      const { amount, again, 'by-hand': isByHand } = values
      const operation = {
        ...{ do: 'refund' as const, orderId, ...personOf(values) },
        ...(amount !== undefined && { amountPence: penceOf(amount) }),
        ...(again !== undefined && { again: parseCount(again) }),
        ...(isByHand && { isByHand }),
      }
      await ask(operation, printable, values, context)
    },
  }),
  'orders cancel': changeOf('cancel', 'ends an order that is not paid'),
  'orders resend-mail': changeOf('resend-mail', 'the confirmation is sent again'),
  'orders correct-email': defineCommand({
    args: ['<id>', '<address>'],
    options: change,
    does: 'another address for the buyer, who gets all messages again',
    reads: 'nothing',
    run: async ([orderId, email], values, context) =>
      ask({ do: 'correct-email', orderId, email, ...personOf(values) }, printable, values, context),
  }),

  'orders receipts': defineCommand({
    options: { ...days, out: '<folder>' },
    does: 'the receipts and credit notes of these days as CSV; in a folder as PDFs too',
    reads: 'nothing',
    async run(_args, values, context) {
      const operation = { do: 'receipts' as const, ...daysOf(values) }
      const { out } = values
      if (out === undefined) return ask(operation, (papers) => listCsv(papers).trimEnd(), values, context)
      context.print(await savePapers(out, await context.admin(operation)))
    },
  }),

  'orders reissue': defineCommand({
    args: ['<receipt>'],
    options: { name: '"…"', address: '"…, …"', ...change },
    does: 'credits a wrong receipt and issues another',
    reads: 'nothing',
    run: async ([number], values, context) =>
      ask({ do: 'reissue', number, ...customerOf(values), ...personOf(values) }, printable, values, context),
  }),

  'orders credit': defineCommand({
    args: ['<receipt>'],
    options: change,
    does: 'credits what a lost dispute has taken, where the sale is undone',
    reads: 'nothing',
    run: async ([number], values, context) =>
      ask({ do: 'credit', number, ...personOf(values) }, printable, values, context),
  }),

  'orders dismiss': defineCommand({
    args: ['<id|case>'],
    options: change,
    does: 'takes an order or a case off the list',
    reads: 'nothing',
    run: async ([id], values, context) => ask({ do: 'dismiss', id, ...personOf(values) }, printable, values, context),
  }),

  'orders take-in': defineCommand({
    args: ['<payment>'],
    options: { json: true },
    does: 'an order that a restored database does not know, by the id of its payment at the provider',
    reads: 'nothing',
    run: async ([paymentId], values, context) => ask({ do: 'take-in', paymentId }, printable, values, context),
  }),

  'orders reconcile': defineCommand({
    options: { since: '7d', json: true },
    does: 'compares with the charges and refunds of both providers',
    reads: 'nothing',
    run: async (_args, values, context) =>
      ask({ do: 'reconcile', sinceMs: parseDuration(values.since ?? '7d') }, formatDifferences, values, context),
  }),

  'orders export': defineCommand({
    options: { ...days, out: '<folder>' },
    does: 'sales, refunds and lost disputes for the accountant, as CSV; in a folder with the receipts of these days',
    reads: 'nothing',
    async run(_args, values, context) {
      const operation = { do: 'sales' as const, ...daysOf(values) }
      const { out } = values
      if (out === undefined) return ask(operation, (csv) => csv.trimEnd(), values, context)
      const sales = await context.admin(operation)
      context.print(await savePapers(out, await context.admin({ ...operation, do: 'receipts' }), sales))
    },
  }),

  'orders person': defineCommand({
    args: ['<e-mail>'],
    options: { json: '' },
    does: 'all that is kept of a person, as JSON',
    reads: 'nothing',
    run: ([email], _values, context) =>
      ask({ do: 'export', email }, (data) => JSON.stringify(data, null, 2), {}, context),
  }),

  'orders erase': defineCommand({
    args: ['<e-mail>'],
    options: change,
    does: 'keeps what tax law needs, without the person',
    reads: 'nothing',
    run: async ([email], values, context) =>
      ask({ do: 'erase', email, ...personOf(values) }, printable, values, context),
  }),
}

function changeOf(name: 'cancel' | 'resend-mail', does: string) {
  return defineCommand({
    args: ['<id>'],
    options: change,
    does,
    reads: 'nothing',
    run: async ([orderId], values, context) =>
      ask({ do: name, orderId, ...personOf(values) }, printable, values, context),
  })
}

async function list(
  which: { state?: string; text?: string },
  { limit, before, ...values }: Values<typeof page>,
  context: CommandContext,
): Promise<void> {
  const count = limit === undefined ? DEFAULT_ORDERS : parseCount(limit)
  await ask({ do: 'list', limit: count, ...which, ...(before && { before }) }, formatList, values, context)
}

async function ask<O extends Operation>(
  operation: O,
  format: (result: OperationResult[O['do']]) => string,
  { json }: { json?: boolean },
  { admin, print }: Pick<CommandContext, 'admin' | 'print'>,
): Promise<void> {
  const result = await admin(operation)
  print(json ? JSON.stringify(result, null, 2) : format(result))
}

function personOf({ by, ...values }: Values<typeof change>): { actor: string; reason: string } {
  const reason = reasonOf(values)?.trim() ?? ''
  if (reason === '') throw new Refusal('Say why: --reason "…". It is kept with the order.')
  return { actor: by?.trim() || userInfo().username, reason }
}

function customerOf({ name, address }: { name?: string; address?: string }): { name?: string; address?: string[] } {
  const lines = address?.split(',').flatMap((line) => line.trim() || [])
  if (name?.trim() === '' || lines?.length === 0) throw new Refusal('Say a name, an address, both or neither.')
  return { ...(name !== undefined && { name: name.trim() }), ...(lines && { address: lines }) }
}

function penceOf(text: string): Pence {
  const pence = parseAmount(text)
  if (!pence) throw new Refusal(`"${text}" is not an amount in pounds, such as 49.50 or 1,072`)
  return pence
}

function daysOf({ from, to }: Values<typeof days>): { from: string; to: string } {
  const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  throw new Refusal('Name the first and the last day: --from 2026-04-01 --to 2026-04-30')
}

async function savePapers(folder: string, papers: readonly Paper[], sales?: string): Promise<string> {
  const { renderPdf } = await import('@site/papers/render-pdf')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const save = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content, { mode: 0o600 })
  for (const paper of papers) await save(`${paper.number}.pdf`, await renderPdf(paper))
  await save('papers.csv', listCsv(papers))
  if (sales !== undefined) await save('sales.csv', sales)
  const count = papers.length === 1 ? '1 paper is' : `${papers.length} papers are`
  return `${count} in ${path.resolve(folder)}, with a list of them in papers.csv${sales === undefined ? '' : ' and all sales in sales.csv'}.`
}
