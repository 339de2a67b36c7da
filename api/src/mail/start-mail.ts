import type { FastifyBaseLogger } from 'fastify'
import type { ApiConfig } from '../config/types'
import type { Database } from '../database/database'
import { createMailWorker } from './mail-worker'
import { connectSmtp } from './smtp'
import type { MailWriting } from './write-mail'

/** Sends the outbox when there is a mail server; without one every message is kept. Returns the way to stop. */
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
