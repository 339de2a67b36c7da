/** Where mail goes out: the worker sends what the outbox holds, through `smtp.ts`. `queue-mail.ts` is where it goes in. */

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database'
import { isUnavailable } from '../database/database-error'
import { retryAfter } from '../database/work-queue'
import { claimMail, mailQueue, markSent, type OutboxRow, postpone, readMail } from './outbox-repository'
import type { SendMail } from './smtp'
import { type MailWriting, writeMail } from './write-mail'

export type MailWorkerOptions = MailWriting & { database: Database; send: SendMail; log: FastifyBaseLogger }
export type MailWorker = {
  /** Sends what is due now; how many were sent. */
  sendDue: () => Promise<number>
  start: () => void
  /** Lets the message under way finish. */
  stop: () => Promise<void>
}

const POLL_MS = 5_000

/**
 * Sends the outbox: each message at least once, with a pause that doubles after each failure. Any number
 * of servers may run one. A message that was taken by the mail server but not marked is sent again with
 * the same Message-ID.
 */
export function createMailWorker({ database, send, log, ...writing }: MailWorkerOptions): MailWorker {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** What went wrong, if anything did; an error of the database is thrown instead. */
  async function trySending(row: OutboxRow): Promise<Error | undefined> {
    const mail = await readMail(database.queries(), row.id)
    if (!mail) return new Error('The message is gone')
    try {
      await send(await writeMail(mail, writing))
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  async function sendOne(row: OutboxRow): Promise<boolean> {
    const { orderId, kind, attempts } = row
    const error = await trySending(row)
    if (!error) {
      await markSent(database.queries(), row)
      log.info({ orderId, kind, attempts }, 'mail sent')
      return true
    }
    const waitMs = retryAfter(mailQueue, attempts)
    log.warn({ err: error, orderId, kind, attempts, retryInSeconds: waitMs / 1_000 }, 'mail not sent')
    await postpone(database.queries(), row, waitMs, error.message)
    return false
  }

  async function sendDue(): Promise<number> {
    let sent = 0
    while (!stopping.signal.aborted) {
      const row = await claimMail(database.queries())
      // After a failure the rest waits for the next round: the mail server itself may be down.
      if (!row || !(await sendOne(row))) break
      sent += 1
    }
    return sent
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The outage of the database is reported where it was noticed.
      await sendDue().catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'the outbox cannot be sent')
      })
      await wait(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    sendDue,
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
