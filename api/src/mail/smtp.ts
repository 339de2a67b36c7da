import { createTransport } from 'nodemailer'
import type { MailMessage } from './mail-message'

/** Takes a message to the mail server. @throws Error when the server did not take it. */
export type SendMail = (message: MailMessage) => Promise<void>

const TIMEOUT_MS = 5_000
/** For a server that answers just often enough never to be idle. */
const WHOLE_MS = 30_000

export function connectSmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    // Nothing in a message may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    await transport.sendMail({
      ...message,
      attachments: [...message.attachments],
      // Tells other mail programs not to answer by themselves (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(WHOLE_MS),
    })
  }
}
