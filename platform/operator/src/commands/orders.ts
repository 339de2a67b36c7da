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
  defineShopCommand,
  type Given,
  type OptionKinds,
  parseCount,
  parseDuration,
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
  orders: defineShopCommand({
    options: { json: true },
    does: 'what needs a person, and why',
    run: (_args, values, context) => ask({ do: 'attention' }, formatAttention, values, context),
  }),

  'orders list': defineShopCommand({
    args: ['[<state>]'],
    options: page,
    does: 'every order, or those in one state, the latest first',
    run: ([state], values, context) => list({ ...(state && { state }) }, values, context),
  }),

  'orders find': defineShopCommand({
    args: ['<text> …'],
    options: page,
    does: 'orders by a part of name, e-mail or id, by amount, day or number of a receipt',
    run: ([words], values, context) => list({ text: words.join(' ') }, values, context),
  }),

  'orders show': defineShopCommand({
    args: ['<id>'],
    options: { json: true },
    does: 'all that is known of one order',
    run: ([orderId], values, context) => ask({ do: 'show', orderId }, formatOrder, values, context),
  }),

  'orders confirm': changing(
    ['<id>'],
    'a held order becomes a paid one; with --date and --place: when and where a course is, mailed to all who come',
    ([orderId], { date, place, joining, course }) => {
      const isDated = [date, place, joining, course].some((value) => value !== undefined)
      if (!isDated) return { do: 'confirm', orderId }
      if (!date || !place) throw new Refusal('Say when and where: --date "12 January 2027, 9am to 5pm" --place "…"')
      const about = { when: date, place, ...(joining && { instructions: joining }) }
      return { do: 'confirm-booking', orderId, ...about, ...(course !== undefined && { courseId: parseCount(course) }) }
    },
    { date: '"…"', place: '"…"', joining: '"…"', course: '<n>' },
  ),
  'orders refund': changing(
    ['<id>'],
    'money goes back to the buyer; --by-hand: it has gone another way, and is only kept',
    ([orderId], { amount, again, 'by-hand': isByHand }) => ({
      ...{ do: 'refund', orderId },
      ...(amount !== undefined && { amountPence: penceOf(amount) }),
      ...(again !== undefined && { again: parseCount(again) }),
      ...(isByHand && { isByHand }),
    }),
    { amount: '<pounds>', again: '<n>', 'by-hand': true },
  ),
  'orders cancel': changing(['<id>'], 'ends an order that is not paid', ([orderId]) => ({ do: 'cancel', orderId })),
  'orders resend-mail': changing(['<id>'], 'the confirmation is sent again', ([orderId]) => ({
    do: 'resend-mail',
    orderId,
  })),
  'orders correct-email': changing(
    ['<id>', '<address>'],
    'another address for the buyer, who gets all messages again',
    ([orderId, email]) => ({ do: 'correct-email', orderId, email }),
  ),

  'orders receipts': defineShopCommand({
    options: { ...days, out: '<folder>' },
    does: 'the receipts and credit notes of these days as CSV; in a folder as PDFs too',
    async run(_args, values, context) {
      const operation = { do: 'receipts' as const, ...daysOf(values) }
      const { out } = values
      if (out === undefined) return ask(operation, (papers) => listCsv(papers).trimEnd(), values, context)
      context.print(await savePapers(out, await context.admin(operation)))
    },
  }),

  'orders reissue': changing(
    ['<receipt>'],
    'credits a wrong receipt and issues another',
    ([number], values) => ({ do: 'reissue', number, ...customerOf(values) }),
    { name: '"…"', address: '"…, …"' },
  ),
  'orders credit': changing(
    ['<receipt>'],
    'credits what a lost dispute has taken, where the sale is undone',
    ([number]) => ({ do: 'credit', number }),
  ),
  'orders dismiss': changing(['<id|case>'], 'takes an order or a case off the list', ([id]) => ({ do: 'dismiss', id })),

  'orders take-in': defineShopCommand({
    args: ['<payment>'],
    options: { json: true },
    does: 'an order that a restored database does not know, by the id of its payment at the provider',
    run: async ([paymentId], values, context) => ask({ do: 'take-in', paymentId }, printable, values, context),
  }),

  'orders reconcile': defineShopCommand({
    options: { since: '7d', json: true },
    does: 'compares with the charges and refunds of both providers',
    run: async (_args, values, context) =>
      ask({ do: 'reconcile', sinceMs: parseDuration(values.since ?? '7d') }, formatDifferences, values, context),
  }),

  'orders export': defineShopCommand({
    options: { ...days, out: '<folder>' },
    does: 'sales, refunds and lost disputes for the accountant, as CSV; in a folder with the receipts of these days',
    async run(_args, values, context) {
      const operation = { do: 'sales' as const, ...daysOf(values) }
      const { out } = values
      if (out === undefined) return ask(operation, (csv) => csv.trimEnd(), values, context)
      const sales = await context.admin(operation)
      context.print(await savePapers(out, await context.admin({ ...operation, do: 'receipts' }), sales))
    },
  }),

  'orders person': defineShopCommand({
    args: ['<e-mail>'],
    does: 'all that is kept of a person, as JSON',
    async run([email], _values, { admin, print }) {
      print(JSON.stringify(await admin({ do: 'export', email }), null, 2))
    },
  }),

  'orders erase': changing(['<e-mail>'], 'keeps what tax law needs, without the person', ([email]) => ({
    do: 'erase',
    email,
  })),
}

type Change = Extract<Operation, { actor: string; reason: string }>
type Unsigned<C> = C extends Change ? Omit<C, keyof ReturnType<typeof personOf>> : never

/** A change that is kept with the person and their reason. */
function changing<const A extends readonly string[], const O extends OptionKinds = Record<never, true>>(
  args: A,
  does: string,
  operation: (args: Given<A>, values: Values<O>) => Unsigned<Change>,
  options?: O,
) {
  return defineShopCommand({
    args,
    options: { ...options, ...change } as O & typeof change,
    does,
    async run(given, values, context) {
      await ask({ ...operation(given, values), ...personOf(values) }, printable, values, context)
    },
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
  const reason = values.reason?.trim() ?? ''
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
