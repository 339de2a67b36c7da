import type { FastifyBaseLogger } from 'fastify'
import type { ApiConfig } from '../config/types'
import type { Database } from '../database/database'
import { createMailWorker } from './mail-worker'
import { connectSmtp } from './smtp'

/** Sends the outbox when there is a mail server; without one every message is kept. Returns the way to stop. */
export function startMail(
  { smtpUrl, mailFrom, isMailOff }: Pick<ApiConfig, 'smtpUrl' | 'mailFrom' | 'isMailOff'>,
  database: Database,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (!smtpUrl || isMailOff) {
    log.warn(isMailOff ? 'MAIL=off: nobody is written to' : 'SMTP_URL is not set: mail is kept in the outbox, not sent')
    return async () => {}
  }
  const worker = createMailWorker({ database, send: connectSmtp(smtpUrl), mailFrom, log })
  worker.start()
  return worker.stop
}
