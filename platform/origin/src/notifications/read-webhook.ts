import { urlOf } from '@platform/base/address/url-of'
import type { WebhookSettings } from './webhook'

type Read = { webhook: WebhookSettings | undefined; problems: string[] }

/** `OPERATIONS_WEBHOOK` and its form. The address is a credential, so no problem repeats it. */
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
