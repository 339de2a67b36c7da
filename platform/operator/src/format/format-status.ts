import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { PublishedRelease } from '@platform/release/folder-registry/releases'
import type { Visits } from '@platform/site/model/health-figures'
import type { CompositionSummary, Evaluation, SiteStatus } from '@platform/site/queries/read-status'
import { ORIGIN_SILENT_S, type OriginStatus } from '@platform/site/store/site-store'
import { minute } from './printable'

export function formatStatus({ settings, live, canary, previews, hold, origins, kept, waiting }: SiteStatus): string {
  return [
    ...(hold ? [`Held since ${minute(hold.since)} by ${hold.by}: ${hold.reason}`] : []),
    live ? `Live: composition ${live.number}, made ${minute(live.createdAt)}` : 'Nothing is live yet',
    ...Object.entries(live?.releases ?? {}).map(([name, it]) => formatRelease({ package: name, ...it })),
    ...(canary ? formatCanary(canary) : []),
    ...(previews.length > 0 ? ['Previews:'] : []),
    ...previews.map(({ expiresAt, ...summary }) => `${formatComposition(summary)}  until ${minute(expiresAt)}`),
    ...(origins ? ['Origins:', ...listOrNone(origins.map(formatOrigin))] : []),
    'Kept to roll back to:',
    ...listOrNone(kept.map(formatComposition)),
    'Published, not live:',
    ...listOrNone(waiting.flatMap((release) => [formatRelease(release), ...formatEvaluation(release.evaluation)])),
    settings ? formatSettings(settings) : 'The site has no settings yet',
  ].join('\n')
}

function formatRelease({ package: name, version, publishedAt }: PublishedRelease): string {
  return `  ${`${name}@${version}`.padEnd(32)} published ${minute(publishedAt)}`
}

export function formatEvaluation(evaluation: Evaluation): string[] {
  if (evaluation.outcome === 'fits') return ['    fits what is live']
  if (evaluation.outcome === 'unknown') return [`    not compared: ${evaluation.reason}`]
  return ['    does not fit what is live:', ...evaluation.problems.map((problem) => `    - ${problem}`)]
}

export function formatCanary({
  share,
  steps,
  evidence,
  waitsFor,
  ...summary
}: NonNullable<SiteStatus['canary']>): string[] {
  const [next] = steps?.shares ?? []
  const plan = steps && next !== undefined ? `, ${next} % at ${minute(steps.nextAt)}` : ''
  return [
    `Canary for ${share} % of the visitors${plan}:`,
    formatComposition(summary),
    `    canary: ${formatVisits(evidence.tried)}`,
    `    live:   ${formatVisits(evidence.stable)}`,
    ...(waitsFor ? [`    the next step waits: ${waitsFor}`] : []),
  ]
}

/** `web-1 (process 12)  serves 41, up since …`; a silent origin has died. */
export function formatOrigin({ name, serving, startedAt, lastSeenSeconds, error, outOfService }: OriginStatus): string {
  const state = lastSeenSeconds > ORIGIN_SILENT_S ? `silent for ${lastSeenSeconds} s` : `up since ${minute(startedAt)}`
  const service = outOfService === undefined ? state : `out of service, ${state}`
  const reason = outOfService ?? error
  return `  ${name}  serves ${serving ?? 'nothing'}, ${service}${reason ? `: ${reason}` : ''}`
}

function formatComposition({ number, createdAt, releases }: CompositionSummary): string {
  const names = Object.entries(releases).map(([name, { version }]) => `${name}@${version}`)
  return `  ${String(number).padEnd(5)} made ${minute(createdAt)}  ${names.join(' ')}`
}

function listOrNone(lines: string[]): string[] {
  return lines.length > 0 ? lines : ['  none']
}

export function formatSettings(settings: SiteSettings): string {
  const { publicUrl, sandbox, stripePublishableKey, paypalClientId, isDevelopment } = settings
  const payments = sandbox ? 'sandbox, no money moves' : `Stripe ${stripePublishableKey}, PayPal ${paypalClientId}`
  return [
    'Settings of the site:',
    `  address   ${publicUrl}`,
    `  payments  ${payments}`,
    ...(isDevelopment ? ['  pages reload after each change (development)'] : []),
  ].join('\n')
}

/** `120 visits; became interactive 110 (91.7 %), …` */
export function formatVisits(it: Omit<Visits, 'composition' | 'slice' | 'family'>): string {
  const signals = [
    `became interactive ${countOf(it.interactive, it.visits)}`,
    `failed ${countOf(it.failed, it.visits)}`,
    `put something into the cart ${countOf(it.cart, it.interactive)}`,
    `began a payment ${countOf(it.payment, it.interactive)}`,
    `met an error of the API ${countOf(it.apiFailed, it.interactive)}`,
    `measured a web vital that is not good ${countOf(it.slow, it.interactive)}`,
  ]
  return `${count(it.visits)} visits; ${signals.join(', ')}`
}

function countOf(met: number, base: number): string {
  return base > 0 ? `${count(met)} (${((met / base) * 100).toFixed(1)} %)` : count(met)
}

function count(value: number): string {
  return String(Math.round(value))
}
