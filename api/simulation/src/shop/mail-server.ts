import type { Random } from '@platform/base/testing/random'
import type { MailMessage, SendMail } from '@site/api/testing/driven-parts'
import { SECOND, sleep } from '../world/clock'
import { note } from '../world/trace'

/** E-mail as received; a repeated id counts once. */
export type ReceivedMail = { subject: string; text: string }
type MailTrouble = { failureRate: number; isAway: boolean }

/** Simulates a mail server that may refuse, be away, or drop the connection after accepting. */
export function createMailServer(random: Random, trouble: MailTrouble) {
  const mails = new Map<string, ReceivedMail>()

  const send: SendMail = async ({ messageId, to, subject, text }: MailMessage) => {
    await sleep(SECOND)
    if (to.address === '') throw new Error('No recipients defined')
    const failure = trouble.isAway
      ? 'away'
      : random.chance(trouble.failureRate)
        ? random.pick(['refuses', 'takes and drops'] as const)
        : undefined
    if (failure !== 'away' && failure !== 'refuses' && !mails.has(messageId)) {
      note(`mail to ${to.address}: ${subject}`)
      mails.set(messageId, { subject, text })
    }
    if (failure) throw new Error(`The mail server ${failure}`)
  }

  return { send, mails }
}
