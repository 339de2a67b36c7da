import type { WebhookReport } from '@site/api/admin'

const states: Readonly<Record<WebhookReport['state'], string>> = {
  right: 'right',
  missing: 'missing: it does not report here',
  incomplete: 'incomplete',
  off: 'switched off there',
}

/** How each provider reports, what is missing, and what the environment needs now. */
export function formatWebhooks(found: readonly WebhookReport[]): string {
  const lines = found.flatMap(({ provider, url, state, missing, isChanged, settings }) => [
    `${provider.padEnd(6)}  ${isChanged ? 'set up' : states[state]}  ${url}`,
    ...missing.map((name) => `        without ${name}`),
    ...Object.entries(settings).map(
      ([name, value]) => `        set ${name}=${value} on every origin, and start it again`,
    ),
  ])
  const isWrong = found.some(({ state }) => state !== 'right')
  return [...lines, ...(isWrong ? ['Say "site payments webhooks --create" to set up what is missing.'] : [])].join('\n')
}
