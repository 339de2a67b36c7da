import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { messageOf } from '@platform/base/errors/refusal'
import { watchAuditLog } from '../audit/audit-log'
import { isSamePointer, type Pointer, servedCompositions } from '../model/pointer'
import type { SiteParts } from '../store/file/file-copy'
import { followPointer } from '../store/file/pointer-file'
import { type LiveRow, ORIGIN_SILENT_S, type Polled } from '../store/site-store'
import { dropForgotten, type PullError, pullAll, pullDocuments } from './pull'
import { rememberLive, verifyPointer } from './signed-rows'

const POLL_MS = 1_000
const HURRIED_POLL_MS = 200
/** An out-of-service origin retries sooner. */
const TRY_AGAIN_MS = 10_000
const TRY_AGAIN_SOON_MS = 2_000
const LEAVE_MS = 1_000

type Log = Record<'warn' | 'error', (details: object, message: string) => void>

export type FollowListener = {
  refresh: () => Promise<void>
  serving: () => number | undefined
  failure: () => string | undefined
  log: Log
}

/** Follows the database by polling, because a pooler loses notifications. */
export function followStore(parts: SiteParts, { refresh, serving, failure, log }: FollowListener) {
  const { copy, store } = parts
  const self = { id: randomUUID(), name: `${hostname()} (process ${process.pid})` }
  let available: readonly number[] = []
  let errors: readonly PullError[] = []
  let alterations: readonly string[] = []
  let attempted: number | undefined
  let seen = ''
  /** An earlier poll must not overwrite a later one. */
  let followed = 0
  let isUnwritten = false
  let triedAt = 0
  // Checks all files once after the start (power cut), and when the live composition cannot be shown.
  let isThorough = true
  let pulling: Promise<void> | undefined
  let outOfService: string | undefined
  const reportedErrors = new Set<string>()
  let isConnected = false
  let isClosed = false
  let pollMs = POLL_MS
  let timer: NodeJS.Timeout | undefined

  const report = (isLeaving = false) => {
    const [first] = [...errors, ...alterations.map((message) => ({ message, isOwn: true }))]
    const state = { attempted, error: first?.message, isOwnError: first?.isOwn ?? false, outOfService }
    return store.poll({ ...self, ...state, available, serving: serving() }, isLeaving)
  }

  async function verify(row: LiveRow) {
    const { pointer, signedRevision, problem } = await verifyPointer(copy, row)
    const cut = await watchAuditLog(parts).catch((error: unknown) => `The audit log: ${messageOf(error)}`)
    const found = [problem, cut].filter((it) => it !== undefined)
    for (const error of found) if (!alterations.includes(error)) log.error({ error }, 'the store was changed')
    alterations = found
    return { row: { ...row, pointer }, signedRevision }
  }

  /** Runs beside the polls, so a slow pull does not delay an undo. */
  async function pull(row: LiveRow): Promise<void> {
    triedAt = Date.now()
    const first = [...servedCompositions(row.pointer), ...(row.prepared === undefined ? [] : [row.prepared])]
    // Announced only after `refresh`, since any origin may serve its pages then.
    const onAvailable = async (number: number) => {
      if (!first.includes(number) || available.includes(number)) return
      await refresh()
      available = [...available, number]
    }
    const documents = await pullDocuments(parts).then((problems) => problems.flatMap(ownError), ownError)
    const pulled = await pullAll(parts, { isThorough, first, onAvailable })
    isThorough = false
    errors = [...documents, ...pulled.errors]
    for (const { message } of errors) log.error({ error: message }, 'the store has something that cannot be taken')
    await refresh()
    available = pulled.available
    attempted = row.prepared
    const { live } = await report()
    const { row: verified, signedRevision } = await verify(live)
    await follow(verified, signedRevision)
    if (keyOf(live) === keyOf(row)) seen = keyOf(row)
    await dropForgotten(parts)
  }

  async function follow({ revision, pointer, signed }: LiveRow, signedRevision: number): Promise<void> {
    if (!pointer || !available.includes(pointer.live) || revision < followed) return
    followed = revision
    const here = await copy.readPointer().catch(() => undefined)
    if (isUnwritten || !isSamePointer(here, pointer)) {
      const written = await Promise.allSettled([followPointer(copy, pointer, signed)])
      isUnwritten = written[0].status === 'rejected'
      copy.showPointer(isUnwritten ? pointer : undefined)
      await refresh()
      // An operator waits for it.
      await report().catch(() => {})
      if (written[0].status === 'rejected') throw written[0].reason
    }
    await rememberLive(copy, signedRevision)
  }

  /** Takes this origin out of service while another one shows the live composition. */
  async function recordService(
    pointer: Pointer | undefined,
    { origins = [] }: Polled,
    problem: unknown,
  ): Promise<void> {
    const wanted = pointer?.live
    const others = origins.filter((it) => it.id !== self.id && it.lastSeenSeconds < ORIGIN_SILENT_S)
    const isBehind = wanted !== undefined && serving() !== wanted
    if (isBehind && available.includes(wanted)) isThorough = true
    const own = errors.find(({ isOwn }) => isOwn)?.message
    const found = own ?? (problem === undefined ? failure() : messageOf(problem)) ?? errors[0]?.message
    const isShownElsewhere = others.some((it) => it.serving === wanted)
    const next = isBehind && isShownElsewhere ? (found ?? `composition ${wanted} has not come yet`) : undefined
    if (next === outOfService) return
    if ((next === undefined) !== (outOfService === undefined)) {
      if (next === undefined) log.warn({ composition: wanted }, 'in service again')
      else log.error({ composition: wanted, reason: next }, 'out of service: what is live cannot be shown here')
    }
    outOfService = next
    await report()
  }

  async function poll(): Promise<void> {
    const polled = await report().catch((error: unknown) => {
      isConnected = false
      throw error
    })
    isConnected = true
    const { row, signedRevision } = await verify(polled.live)
    const patienceMs = outOfService === undefined ? TRY_AGAIN_MS : TRY_AGAIN_SOON_MS
    const isWanting = errors.length > 0 || outOfService !== undefined || isThorough
    const isRetry = isWanting && Date.now() - triedAt > patienceMs
    if (!pulling && (seen !== keyOf(row) || isRetry)) {
      pulling = pull(row)
        .catch((error: unknown) => {
          errors = ownError(error)
          attempted = row.prepared
          recordError(error)
        })
        .finally(() => {
          pulling = undefined
        })
    }
    let problem: unknown
    await follow(row, signedRevision).catch((error: unknown) => {
      problem = error
    })
    await recordService(row.pointer, polled, problem)
    if (problem !== undefined) throw problem
    pollMs = row.prepared === undefined ? POLL_MS : HURRIED_POLL_MS
  }

  function recordError(error: unknown): void {
    if (reportedErrors.has(messageOf(error))) return
    reportedErrors.add(messageOf(error))
    log.error({ err: error }, 'the store cannot be followed; serving what is here')
  }

  async function run(): Promise<void> {
    const started = Date.now()
    await poll().then(() => {
      if (!pulling) reportedErrors.clear()
    }, recordError)
    if (isClosed) return
    timer = setTimeout(
      () => {
        running = run()
      },
      Math.max(0, pollMs - (Date.now() - started)),
    )
    timer.unref()
  }

  let running = run()
  return {
    isConnected: () => isConnected,
    outOfService: () => outOfService,
    async close() {
      isClosed = true
      clearTimeout(timer)
      const ended = Promise.all([running, pulling])
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref())])
      await report(true).catch(() => {})
    },
  }
}

const ownError = (error: unknown): PullError[] => [{ message: messageOf(error), isOwn: true }]
const keyOf = ({ revision, prepared, documents }: LiveRow): string => JSON.stringify([revision, prepared, documents])
