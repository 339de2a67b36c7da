import { constants } from 'node:os'

const STOPPING_MS = 30_000
const SIGNALS = ['SIGINT', 'SIGTERM']
const PARENT_MS = 500
const parent = process.ppid
const stops = []
let watch
let isEnding = false

/**
 * Runs `stop` on interruption (Ctrl+C, `kill`), latest first.
 * @returns `stop` for the ordinary end; it runs once
 */
export function stopAtEnd(stop) {
  let stopping
  const stopOnce = () => {
    stopping ??= stopAndForget()
    return stopping
  }
  const stopAndForget = async () => {
    try {
      await stop()
    } finally {
      stops.splice(stops.indexOf(stopOnce), 1)
      if (stops.length === 0) listen(false)
    }
  }
  if (stops.length === 0) listen(true)
  stops.push(stopOnce)
  return stopOnce
}

/** npm's shell does not forward `kill`; a new parent process reveals it. */
function listen(isNeeded) {
  if (isEnding) return
  for (const signal of SIGNALS) process[isNeeded ? 'on' : 'off'](signal, end)
  clearInterval(watch)
  if (!isNeeded || !process.env.npm_lifecycle_event) return
  watch = setInterval(() => process.ppid !== parent && end('SIGTERM'), PARENT_MS).unref()
}

export function stopChildAtEnd(child) {
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = stopAtEnd(() => {
    child.kill('SIGTERM')
    return ended
  })
  child.once('close', stop)
  return stop
}

/** True during an interruption: failures are expected and nothing new may begin. */
export function isInterrupted() {
  return isEnding
}

export async function stopAll() {
  while (stops.length > 0)
    await stops
      .at(-1)()
      .catch((error) => console.error(error.message))
}

/** Under npm, Ctrl+C arrives twice: from the terminal and from npm. */
async function end(signal) {
  if (isEnding) return
  isEnding = true
  const code = 128 + constants.signals[signal]
  setTimeout(() => process.exit(code), STOPPING_MS)
  await stopAll()
  process.exit(code)
}
