import { constants } from 'node:os'

/** A server may let its last requests finish; longer than this it is not waited for. */
const STOPPING_MS = 30_000
const SIGNALS = ['SIGINT', 'SIGTERM']
const PARENT_MS = 500
const parent = process.ppid
const stops = []
let watch
let isEnding = false

/**
 * Has `stop` run when this command is broken off, by Ctrl+C or a plain `kill`; what was started last stops first.
 * @returns the same for the ordinary end: it runs once, whoever asks first
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

/** The shell between npm and a command keeps a plain `kill` to itself: it is gone then, and the command is not told. */
function listen(isNeeded) {
  if (isEnding) return
  for (const signal of SIGNALS) process[isNeeded ? 'on' : 'off'](signal, end)
  clearInterval(watch)
  if (!isNeeded || !process.env.npm_lifecycle_event) return
  watch = setInterval(() => process.ppid !== parent && end('SIGTERM'), PARENT_MS).unref()
}

/** The same for a process; one that ends by itself is forgotten. */
export function stopChildAtEnd(child) {
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = stopAtEnd(() => {
    child.kill('SIGTERM')
    return ended
  })
  child.once('close', stop)
  return stop
}

/** Whether the command is being broken off: what fails then is no news, and nothing new may begin. */
export function isBrokenOff() {
  return isEnding
}

/** Stops whatever still runs; for the ordinary end, and for one by an error. */
export async function stopAll() {
  while (stops.length > 0)
    await stops
      .at(-1)()
      .catch((error) => console.error(error.message))
}

/** Below npm a terminal's Ctrl+C arrives twice, from the terminal and from npm. */
async function end(signal) {
  if (isEnding) return
  isEnding = true
  const code = 128 + constants.signals[signal]
  setTimeout(() => process.exit(code), STOPPING_MS)
  await stopAll()
  process.exit(code)
}
