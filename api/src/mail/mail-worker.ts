import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { ApiConfig } from '../config/read'
import type { Database } from '../database/database'
import { isUnavailable } from '../database/database-error'
import { repeat, retryAfter } from '../database/work-queue'
import { claimMail, mailQueue, markSent, type OutboxRow, postpone, readMail } from './outbox-repository'
import { type MailMessage, type MailWriting, writeMail } from './write-mail'

export type MailWorkerOptions = MailWriting & { database: Database; send: SendMail; log: FastifyBaseLogger }

const POLL_MS = 5_000

/** `server`: no message can be sent now. `final`: this one never. */
type Failure = { error: Error; is: 'temporary' | 'final' | 'server' }

/** Delivers at least once, under the same Message-ID. Several servers may run it. */
export function createMailWorker({ database, send, log, ...writing }: MailWorkerOptions) {
  async function trySending(row: OutboxRow): Promise<Failure | undefined> {
    const mail = await readMail(database.queries(), row.id)
    if (!mail) return { error: new Error('The message is gone'), is: 'temporary' }
    const message = await writeMail(mail, writing).catch(toError)
    if (message instanceof Error) return { error: message, is: 'temporary' }
    return send(message).then(
      () => undefined,
      (error) => ({ error: toError(error), is: classify(toError(error)) }),
    )
  }

  /** @returns `undefined` once sent */
  async function sendOne(row: OutboxRow): Promise<Failure | undefined> {
    const { orderId, kind, attempts } = row
    const failure = await trySending(row)
    if (!failure) {
      await markSent(database.queries(), row)
      log.info({ orderId, kind, attempts }, 'mail sent')
      return undefined
    }
    const { error: err, is } = failure
    const waitMs = is === 'final' ? undefined : retryAfter(mailQueue, attempts)
    log.warn({ err, orderId, kind, attempts, ...(waitMs && { retryInSeconds: waitMs / 1_000 }) }, 'mail not sent')
    await postpone(database.queries(), row, waitMs, err.message)
    return failure
  }

  return {
    async sendDue(isStopped = () => false): Promise<number> {
      let sent = 0
      while (!isStopped()) {
        const row = await claimMail(database.queries())
        const failure = row && (await sendOne(row))
        if (!row || failure?.is === 'server') break
        if (!failure) sent += 1
      }
      return sent
    },
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** A refused sender (`MAIL FROM`) is a mistake in the settings, and 552 a full mailbox: both may pass. */
function classify(error: Error): Failure['is'] {
  const { code = '', command, responseCode = 0 }: SmtpError = error
  if (responseCode === 421 || !['EENVELOPE', 'EMESSAGE'].includes(code)) return 'server'
  return responseCode >= 500 && responseCode !== 552 && command !== 'MAIL FROM' ? 'final' : 'temporary'
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
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
  return repeat({ database, log }, POLL_MS, async (isStopped) => {
    await worker.sendDue(isStopped).catch((error: unknown) => {
      if (!isUnavailable(error)) log.error({ err: error }, 'the outbox cannot be sent')
    })
  })
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
