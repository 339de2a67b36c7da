import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { deleteAccount } from '../accounts/account-repository'
import { accounts } from '../accounts/account-tables'
import { bookings } from '../database/after-sale-tables'
import { createPrivateFile } from '../database/data-folder'
import { type Queries, rowsOf } from '../database/database'
import { eraseOrders } from './erase-orders'
import { eraseParticipant } from './participants'

type Erasure = { digest: string; at: string }

/** Addresses and accounts as keyed digests: a restored backup must not bring an erased person back. */
const fileIn = (dataDir: string) => path.join(dataDir, 'erasures')

/** The first line is the key. */
export function noteErasure(dataDir: string, erased: readonly string[]): void {
  const file = fileIn(dataDir)
  createPrivateFile(file, `${randomBytes(32).toString('base64url')}\n`)
  const at = new Date().toISOString()
  const digests = new Set(erased.map(readErasures(dataDir).digestOf))
  appendFileSync(file, [...digests].map((digest) => `${JSON.stringify({ digest, at })}\n`).join(''))
}

function readErasures(dataDir: string) {
  const [key = '', ...lines] = readFileSync(fileIn(dataDir), 'utf8').split('\n')
  const erasures = lines.filter(Boolean).map((line): Erasure => JSON.parse(line))
  return {
    erasures: new Map(erasures.map(({ digest, at }) => [digest, new Date(at)])),
    digestOf: (text: string) => createHmac('sha256', key).update(mailboxOf(text)).digest('base64url'),
  }
}

/** As `isMailbox` reads addresses in the database. */
function mailboxOf(text: string): string {
  return text
    .replace(/^.*<|>.*$/g, '')
    .replace(/^[ .]+|[ .]+$/g, '')
    .toLowerCase()
}

/**
 * Erases again after a restore, but nothing that a person did after their erasure.
 * An order that may still be paid waits for the sweep and the next call.
 * @returns the number of orders, accounts and booked places
 */
export async function applyErasures(queries: Queries, dataDir: string): Promise<number> {
  if (!existsSync(fileIn(dataDir))) return 0
  const { erasures, digestOf } = readErasures(dataDir)
  const isErased = (text: string, usedAt: Date) => usedAt < (erasures.get(digestOf(text)) ?? usedAt)
  const found = await rowsOf<{ id: string; email: string; usedAt: string }>(
    queries,
    sql`select id, customer_email as email, greatest(created_at,
        (select max(created_at) from payments where order_id = orders.id),
        (select max(at) from order_events where order_id = orders.id and type = 'email_corrected')) as "usedAt"
      from orders
      where erased_at is null and state in ('paid', 'failed', 'cancelled', 'refunded', 'charged_back') and not exists
        (select 1 from payments where order_id = orders.id and payments.state in ('open', 'declined', 'processing'))`,
  )
  const ids = found.filter(({ email, usedAt }) => isErased(email, new Date(usedAt))).map(({ id }) => id)
  await eraseOrders(queries, ids)
  const gone = (await queries.select().from(accounts)).filter(({ id, email, createdAt, emailConfirmedAt }) => {
    return isErased(id, createdAt) || isErased(email, emailConfirmedAt ?? createdAt)
  })
  for (const { id } of gone) await deleteAccount(queries, id)
  const named = (await queries.select().from(bookings)).flatMap(({ people, changedAt }) =>
    people.flatMap(({ email }) => (email && isErased(email, changedAt) ? [email] : [])),
  )
  for (const email of new Set(named)) await eraseParticipant(queries, email)
  return ids.length + gone.length + named.length
}
