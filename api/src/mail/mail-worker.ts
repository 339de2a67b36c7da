import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { ApiConfig } from '../config/types'
import type { Database } from '../database/database'
import { isUnavailable } from '../database/database-error'
import { retryAfter } from '../database/work-queue'
import { claimMail, mailQueue, markSent, type OutboxRow, postpone, readMail } from './outbox-repository'
import { type MailMessage, type MailWriting, writeMail } from './write-mail'

export type MailWorkerOptions = MailWriting & { database: Database; send: SendMail; log: FastifyBaseLogger }
export type MailWorker = ReturnType<typeof createMailWorker>

const POLL_MS = 5_000

/** Delivers at least once, under the same Message-ID. Several servers may run it. */
export function createMailWorker({ database, send, log, ...writing }: MailWorkerOptions) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

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
      // The mail server itself may be down, so the rest waits for the next round.
      if (!row || !(await sendOne(row))) break
      sent += 1
    }
    return sent
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendDue().catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'the outbox cannot be sent')
      })
      await wait(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    sendDue,
    start(): void {
      running ??= run()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

export function startMail(
  { smtpUrl, isMailOff }: Pick<ApiConfig, 'smtpUrl' | 'isMailOff'>,
  writing: MailWriting,
  database: Database,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (!smtpUrl || isMailOff) {
    log.warn(isMailOff ? 'MAIL=off: nobody is written to' : 'SMTP_URL is not set: mail is kept in the outbox, not sent')
    return async () => {}
  }
  const worker = createMailWorker({ ...writing, database, send: connectSmtp(smtpUrl), log })
  worker.start()
  return worker.stop
}

export type SendMail = (message: MailMessage) => Promise<void>

const TIMEOUT_MS = 5_000
/** Limits a server that answers just often enough to avoid a time-out. */
const WHOLE_MS = 30_000

export function connectSmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    // A message must not name files or addresses to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    await transport.sendMail({
      ...message,
      attachments: [...message.attachments],
      // Prevents automatic replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(WHOLE_MS),
    })
  }
}
