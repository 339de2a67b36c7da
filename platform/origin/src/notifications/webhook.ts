import { setTimeout as wait } from 'node:timers/promises'
import { urlOf } from '@platform/base/address/url-of'
import type { AuditEntry } from '@platform/site/model/audit-entry'
import type { Log } from '@platform/site/sharing/follow-store'

/** Slack truncates longer texts. */
const MAX_TEXT = 2_900

export type Notice = ReturnType<typeof noticeOf>

export function noticeOf({ at, actor, action, target, packages, before, after, reason, refusal }: AuditEntry) {
  const { host } = actor
  const moved = before && after && before.composition !== after.composition
  const lines = [
    `${refusal === undefined ? '' : 'Not done: '}${action}${target ? ` ${target}` : ''}`,
    ...(moved ? [`Composition ${String(before.composition)} → ${String(after.composition)}`] : []),
    ...(after?.held === true ? ['The site is held: nothing new becomes live until "site resume --reason …".'] : []),
    ...(packages.length > 0 ? [`Packages: ${packages.join(', ')}`] : []),
    ...(reason ? [`Why: ${reason}`] : []),
    ...(refusal ? [`Refused: ${refusal}`] : []),
    ...(host ? [`Said by ${host}; "site log" and "site doctor" say more.`] : []),
  ]
  const text = lines.join('\n').slice(0, MAX_TEXT)
  return { event: action, at, host, target, packages, before, after, reason, refusal, text }
}

export type WebhookSettings = { url: string; format: 'slack' | 'json' }

export type Webhook = ReturnType<typeof createWebhook>

type Patience = { timeoutMs: number; retryAfterMs: readonly number[] }

const PATIENCE: Patience = { timeoutMs: 5_000, retryAfterMs: [1_000, 10_000, 60_000] }
const MAX_WAITING = 50
const TRY_AGAIN = [408, 429]

/** The address is a credential and is never logged. */
export function createWebhook(
  { url, format }: WebhookSettings,
  log: Log,
  { timeoutMs, retryAfterMs }: Patience = PATIENCE,
) {
  const closing = new AbortController()
  let waiting = 0
  let sending = Promise.resolve()

  async function post(notice: Notice): Promise<{ problem: string; isFinal: boolean } | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'site-origin' },
        body: JSON.stringify(format === 'slack' ? { text: escapeSlack(notice.text) } : notice),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      })
      await response.body?.cancel()
      const { ok, status } = response
      const isFinal = status >= 400 && status < 500 && !TRY_AGAIN.includes(status)
      return ok ? undefined : { problem: `it answers with ${status}`, isFinal }
    } catch (error) {
      return { problem: describeFailure(error), isFinal: false }
    }
  }

  async function deliver(notice: Notice): Promise<void> {
    let problem = 'the origin ended'
    for (const afterMs of [0, ...retryAfterMs]) {
      if (afterMs > 0) await wait(afterMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) break
      const failure = await post(notice)
      if (!failure) return
      problem = failure.problem
      if (failure.isFinal) break
    }
    log.error({ event: notice.event, problem }, 'a notice could not be delivered to OPERATIONS_WEBHOOK')
  }

  return {
    /** Never throws. */
    async send(notice: Notice): Promise<void> {
      if (waiting >= MAX_WAITING) {
        log.error({ event: notice.event }, 'too many notices wait for OPERATIONS_WEBHOOK; this one is left out')
        return
      }
      waiting += 1
      sending = sending.then(() => deliver(notice))
      await sending
      waiting -= 1
    },
    async close() {
      closing.abort()
      await sending
    },
  }
}

/** The message of a failed request may contain the address. */
function describeFailure(error: unknown): string {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown }
  if (name === 'TimeoutError') return 'it does not answer in time'
  const { code } = Object(cause) as { code?: unknown }
  return typeof code === 'string' ? `it cannot be reached: ${code}` : 'it cannot be reached'
}

/** Unescaped text could mention a whole channel (https://docs.slack.dev/messaging/formatting-message-text). */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

type Read = { webhook: WebhookSettings | undefined; problems: string[] }

export function readWebhook({ OPERATIONS_WEBHOOK: url, OPERATIONS_WEBHOOK_FORMAT: format }: NodeJS.ProcessEnv): Read {
  if (!url) {
    const problems = format ? ['OPERATIONS_WEBHOOK_FORMAT is given without OPERATIONS_WEBHOOK, the address'] : []
    return { webhook: undefined, problems }
  }
  if (!isAddress(url)) {
    const problem = 'OPERATIONS_WEBHOOK must be an https address; http is for this machine alone'
    return { webhook: undefined, problems: [problem] }
  }
  const chosen = format || (new URL(url).hostname === 'hooks.slack.com' ? 'slack' : 'json')
  if (chosen !== 'slack' && chosen !== 'json') {
    return { webhook: undefined, problems: [`OPERATIONS_WEBHOOK_FORMAT is "${chosen}", but must be slack or json`] }
  }
  return { webhook: { url, format: chosen }, problems: [] }
}

function isAddress(text: string): boolean {
  const { protocol, hostname = '' } = urlOf(text) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
