import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import type { Operation } from '@site/api/admin'
import { type Pence, parseDecimal } from '@site/shared/money'
import { reasonOf, withReason } from '../command/command'

export const ordersUsage = `site orders [--json]                     what needs a person, and why
site orders list [--state <state>] [--limit <n>] [--before <id>]   every order, the latest first
site orders show <id>                    all that is known of one order
site orders confirm <id> --reason "…"   a held order becomes a paid one; its buyer is told
site orders refund <id> [--amount <pounds> [--again <n>]] [--by-hand] --reason "…"   money goes back to the buyer; by hand: it has gone another way, and is only kept
site orders cancel <id> --reason "…"    ends an order that is not paid
site orders resend-mail <id> --reason "…"   the confirmation is sent again
site orders correct-email <id> <address> --reason "…"   another address for the buyer, who gets all messages again
site orders receipts --from 2026-04-01 --to 2026-04-30 [--out <folder>]   the receipts and credit notes as CSV; in a folder as PDFs too
site orders reissue <receipt> [--name "…"] [--address "…, …"] --reason "…"   credits a wrong receipt and issues another
site orders credit <receipt> --reason "…"   credits what a lost dispute has taken, where the sale is undone
site orders dismiss <id|case> --reason "…"  takes an order or a case off the list
site orders reconcile [--since 7d]       compares with the charges and refunds of both providers
site orders export --from 2026-04-01 --to 2026-04-30   sales, refunds and lost disputes for the accountant, as CSV
site orders export <e-mail>              all that is kept of a person, as JSON
site orders erase <e-mail> --reason "…" keeps what tax law needs, without the person
Every change keeps who asked for it: the system's user, or --by <name>.`

const options = {
  address: { type: 'string' },
  again: { type: 'string' },
  amount: { type: 'string' },
  before: { type: 'string' },
  'by-hand': { type: 'boolean' },
  by: { type: 'string' },
  from: { type: 'string' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  name: { type: 'string' },
  out: { type: 'string' },
  ...withReason,
  since: { type: 'string' },
  state: { type: 'string' },
  to: { type: 'string' },
} as const

type Values = { [name in keyof typeof options]?: (typeof options)[name]['type'] extends 'boolean' ? boolean : string }
/** `out`: the folder for what is no text. */
export type OrdersInput = { operation: Operation; asJson: boolean; out?: string }

const LIMIT = 50
const DAY_MS = 24 * 60 * 60 * 1_000
const units: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS }

/** @throws Refusal that says what is missing. */
export function parseOrders(args: readonly string[]): OrdersInput {
  const { positionals, values } = parse(args)
  const [name = 'attention', about, ...more] = positionals
  const [to, ...others] = name === 'correct-email' ? more : [undefined, ...more]
  if (others.length > 0) throw new Refusal(`"${others.join(' ')}" is too much. Put a reason in quotes.\n${ordersUsage}`)
  const { out, json } = values
  if (out !== undefined && name !== 'receipts') throw new Refusal(`"orders ${name}" has nothing for a folder.`)
  const operation = name === 'correct-email' ? correctionOf(about, to, values) : operationOf(name, about, values)
  return { operation, asJson: json === true, ...(out !== undefined && { out }) }
}

function correctionOf(orderId: string | undefined, email: string | undefined, values: Values): Operation {
  const about = { orderId: need(orderId, 'an order'), email: need(email, 'an e-mail address') }
  return { do: 'correct-email', ...about, ...personOf(values) }
}

function operationOf(name: string, about: string | undefined, values: Values): Operation {
  switch (name) {
    case 'attention':
      return { do: 'attention' }
    case 'list':
      return {
        do: 'list',
        limit: values.limit === undefined ? LIMIT : wholeNumber(String(values.limit)),
        ...(values.state !== undefined && { state: String(values.state) }),
        ...(values.before !== undefined && { before: String(values.before) }),
      }
    case 'show':
      return { do: 'show', orderId: need(about, 'an order') }
    case 'confirm':
    case 'cancel':
    case 'resend-mail':
      return { do: name, orderId: need(about, 'an order'), ...personOf(values) }
    case 'refund':
      return {
        do: 'refund',
        orderId: need(about, 'an order'),
        ...(values.amount !== undefined && { amountPence: penceOf(String(values.amount)) }),
        ...(values.again !== undefined && { again: wholeNumber(values.again) }),
        ...(values['by-hand'] && { isByHand: true }),
        ...personOf(values),
      }
    case 'receipts':
      return { do: 'receipts', ...daysOf(values) }
    case 'reissue':
      return { do: 'reissue', number: need(about, 'a receipt'), ...customerOf(values), ...personOf(values) }
    case 'credit':
      return { do: 'credit', number: need(about, 'a receipt'), ...personOf(values) }
    case 'dismiss':
      return { do: 'dismiss', id: need(about, 'an order or the number of a case'), ...personOf(values) }
    case 'reconcile':
      return { do: 'reconcile', sinceMs: durationOf(String(values.since ?? '7d')) }
    case 'export':
      if (values.from !== undefined || values.to !== undefined) return { do: 'sales', ...daysOf(values) }
      return { do: 'export', email: need(about, 'an e-mail address') }
    case 'erase':
      return { do: 'erase', email: need(about, 'an e-mail address'), ...personOf(values) }
    default:
      throw new Refusal(`There is no command "orders ${name}".\n${ordersUsage}`)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (cause) {
    throw new Refusal(`${messageOf(cause)}\n${ordersUsage}`, { cause })
  }
}

function personOf({ by, ...values }: Values): { actor: string; reason: string } {
  const reason = reasonOf(values)?.trim() ?? ''
  if (reason === '') throw new Refusal('Say why, for whoever looks at the order later: --reason "…"')
  return { actor: by?.trim() || userInfo().username, reason }
}

/** Who a receipt is for, where that is another than before; an address as it is written in one line. */
function customerOf({ name, address }: Values): { name?: string; address?: string[] } {
  const lines = address?.split(',').flatMap((line) => line.trim() || [])
  if (name?.trim() === '' || lines?.length === 0) throw new Refusal('Say a name, an address, both or neither.')
  return { ...(name !== undefined && { name: name.trim() }), ...(lines && { address: lines }) }
}

function need(text: string | undefined, what: string): string {
  if (!text) throw new Refusal(`Name ${what}.\n${ordersUsage}`)
  return text
}

/** Pounds as a person writes them; £0.10 is ten pence, whatever floating-point numbers make of it. */
function penceOf(text: string): Pence {
  const [, decimal = ''] = /^£?(\d{1,7}(?:\.\d{2})?)$/.exec(text) ?? []
  const pence = parseDecimal(decimal)
  if (!pence) throw new Refusal(`"${text}" is not an amount in pounds, such as 49.50`)
  return pence
}

/** Days, both included. */
function daysOf({ from, to }: Values): { from: string; to: string } {
  const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  throw new Refusal('Name the first and the last day: --from 2026-04-01 --to 2026-04-30')
}

function durationOf(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? []
  const ms = units[unit]
  if (!count || !ms) throw new Refusal(`"${text}" is not a time such as 12h, 7d or 4w`)
  return Number(count) * ms
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Refusal(`"${text}" is not a number from 1 to 9999`)
  return Number(text)
}
