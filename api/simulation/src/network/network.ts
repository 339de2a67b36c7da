import type { Random } from '@platform/base/testing/random'
import { type Actor, currentActor, doAs } from '../world/actors'
import { MINUTE, SECOND, sleep } from '../world/clock'
import { between } from '../world/random'
import { note, reach } from '../world/trace'
import { type CallFailure, failureReplies, pickFailure } from './call-failures'
import { type ProviderServer, readCall } from './provider-call'

export type ProviderName = 'stripe' | 'paypal'
export type NetworkTrouble = {
  /** How often a call fails, from 0 to 1. */
  failureRate: number
  /** One provider does this to every call. */
  outage: { provider: ProviderName; how: CallFailure } | undefined
}

/** Longer than the shop waits for any answer. */
const LATE_MS = [40 * SECOND, 90 * SECOND, 10 * MINUTE] as const
const TRICKLE_MS = 4 * SECOND
/** Nobody waits longer for an answer that comes a byte at a time. */
const TRICKLE_ENDS_AFTER = 30 * MINUTE

/**
 * The one `fetch` of the process: a call reaches a provider's books, or is lost on the way there or back.
 * @throws Error for a host that is no provider: the shop must not reach anything else.
 */
export function createFetch(
  servers: Readonly<Record<ProviderName, ProviderServer>>,
  random: Random,
  trouble: NetworkTrouble,
) {
  return (target: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(target))
    const provider = providerOf(url)
    const actor = currentActor()
    const isSlow = trouble.failureRate > 0 && random.chance(0.05)
    const halfWayMs = isSlow ? between(random, 500, 6_000) : between(random, 10, 200)
    const outage = trouble.outage?.provider === provider ? outageOf(trouble.outage.how, init) : undefined
    const failure = outage ?? (random.chance(trouble.failureRate) ? pickFailure(random) : undefined)
    return new Promise((resolve, reject) => {
      const { signal } = init
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason ?? new Error('aborted')))
      const carry = async () => {
        await sleep(halfWayMs)
        // What a killed server was about to send is not sent.
        if (actor?.isDead) return
        if (failure === 'arrives late') return arriveLate(servers[provider], url, init, random)
        const reply = await answer(servers[provider], url, init, failure, actor)
        if (reply === 'never') return
        await sleep(halfWayMs)
        if (reply === 'lost') reject(new TypeError('fetch failed'))
        else resolve(reply)
      }
      doAs(undefined, carry).catch(reject)
    })
  }
}

/** What has a key is safe to be done when nobody waits for it any more; the rest is lost. */
async function arriveLate(server: ProviderServer, url: URL, init: RequestInit, random: Random): Promise<void> {
  const call = await readCall(url, init)
  if (!call.headers.has('idempotency-key') && !call.headers.has('paypal-request-id')) return
  await sleep(random.pick(LATE_MS))
  const { status } = server(call, undefined)
  note(`${call.method} ${url.host.split('.')[0]}${url.pathname} arrives late → ${status}`)
  reach('call: arrives late')
}

/** What can only be read is not remembered to have failed: while writing fails, reading goes on. */
function outageOf(how: CallFailure, { method = 'GET' }: RequestInit): CallFailure | undefined {
  return how === 'error instead' && method === 'GET' ? undefined : how
}

async function answer(
  server: ProviderServer,
  url: URL,
  init: RequestInit,
  failure: CallFailure | undefined,
  actor: Actor | undefined,
): Promise<Response | 'lost' | 'never'> {
  const name = `${actor?.name ?? 'somebody'} ${init.method ?? 'GET'} ${url.host.split('.')[0]}${url.pathname}`
  if (failure) reach(`call: ${failure}`)
  if (failure === 'hangs' || failure === 'lost before') {
    note(`${name} → ${failure}`)
    return failure === 'hangs' ? 'never' : 'lost'
  }
  const canned = failure && failureReplies(providerOf(url))[failure]
  if (canned) {
    note(`${name} → ${failure}`)
    return new Response(canned.body, { status: canned.status })
  }
  const call = await readCall(url, init)
  const { status, body } = server(
    call,
    failure === 'error after' ? 'after' : failure === 'error instead' ? 'before' : undefined,
  )
  note(`${name} → ${status}${failure ? ` (${failure})` : ''}${issueOf(body)}`)
  if (failure === 'lost after') return 'lost'
  const text = JSON.stringify(body)
  const content = failure === 'trickles' ? trickle(text, init.signal) : text
  return new Response(content, { status, headers: { 'content-type': 'application/json' } })
}

/** An answer that begins at once and goes on a byte at a time, so that no limit of silence ends it. */
function trickle(text: string, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  return new ReadableStream({
    start(stream) {
      signal?.addEventListener('abort', () => stream.error(signal.reason))
    },
    async pull(stream) {
      await sleep(TRICKLE_MS)
      if (signal?.aborted) return
      // After that nothing comes, and no end.
      if (sent * TRICKLE_MS > TRICKLE_ENDS_AFTER) return new Promise(() => {})
      stream.enqueue(bytes.subarray(sent, sent + 1))
      sent += 1
    },
  })
}

function providerOf({ host }: URL): ProviderName {
  if (host === 'stripe.test') return 'stripe'
  if (host === 'paypal.test') return 'paypal'
  throw new Error(`The shop calls ${host}, which the simulation does not know`)
}

function issueOf(body: unknown): string {
  const text = JSON.stringify(body) ?? ''
  const found = /"(?:issue|code)":"(\w+)"/.exec(text)
  return found ? ` ${found[1]}` : ''
}
