import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const HOUR_MS = 3_600_000

/**
 * Runs histories in one or more processes, each with seeds of its own.
 * @param onHistory gets every history as soon as it is known
 * @returns the figures of all together
 */
export async function runHistories(bundle, options, onHistory = () => {}) {
  const { seed = 1, histories, hours, processes = 1, without = [], trace = false } = options
  const { isShrunk = true, stopsAtBreach = false, quarter: isQuarter = false } = options
  const total = { histories: 0, broken: 0, days: 0, milliseconds: 0, reached: {}, problems: [], digests: {} }
  const begun = Date.now()
  const used = Math.min(processes, histories)
  await Promise.all(
    Array.from({ length: used }, (_, index) => {
      const share = Math.floor(histories / used) + (index < histories % used ? 1 : 0)
      const limitMs = hours === undefined ? Number.MAX_SAFE_INTEGER : hours * HOUR_MS
      const job = {
        from: seed + index,
        step: used,
        histories: share,
        limitMs,
        without,
        isQuarter,
        isTraced: trace,
        isShrunk,
        stopsAtBreach,
      }
      return runProcess(bundle, job, (answer) => take(total, answer, onHistory))
    }),
  )
  return { ...total, milliseconds: Date.now() - begun }
}

function take(total, answer, onHistory) {
  if (answer.seed === undefined) {
    total.problems.push(answer.unhandled ?? answer.failed)
    console.error(answer.unhandled ?? answer.failed)
    return
  }
  total.histories += 1
  total.days += answer.simulatedDays
  total.digests[answer.seed] = answer.digest
  if (answer.breaches.length > 0) total.broken += 1
  for (const [event, count] of Object.entries(answer.reached))
    total.reached[event] = (total.reached[event] ?? 0) + count
  onHistory(answer)
}

async function runProcess(bundle, job, onAnswer) {
  // To read its map takes a second: only where a person reads what is said.
  const flags = job.isShrunk ? ['--enable-source-maps'] : []
  const child = spawn(process.execPath, [...flags, bundle, JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) onAnswer(JSON.parse(line))
  const code = await ended
  if (code !== 0) onAnswer({ failed: `a process of the simulation ended with ${code}` })
}
