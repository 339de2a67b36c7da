const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Does something that Ctrl+C, or a plain `kill`, ends in order: the signal is given, and the work clears up. */
export async function untilBrokenOff<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const end = () => stop.abort()
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}
