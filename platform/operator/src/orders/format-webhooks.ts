import type { WebhookReport } from '@site/api/admin'

const states: Readonly<Record<WebhookReport['state'], string>> = {
  right: 'right',
  missing: 'missing: it does not report here',
  incomplete: 'incomplete',
  off: 'switched off there',
  unverified: "its events are refused here: they are checked by another webhook's id",
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
  const isToComplete = found.some(({ state, missing }) => missing.length > 0 || state === 'off')
  return [...lines, ...(isToComplete ? ['Say "site payments webhooks --create" to set up what is missing.'] : [])].join(
    '\n',
  )
}
