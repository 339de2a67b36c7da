/** The servers' processes of the history that is running: none outlives it, or this process. */
const ends = new Set<() => void>()

/** @returns what ends it now, once. */
export function endLater(end: () => void): () => void {
  const once = () => {
    if (ends.delete(once)) end()
  }
  ends.add(once)
  return once
}

export function endAll(): void {
  for (const end of ends) end()
}

// What is ended by a signal ends as by itself, and so does what nobody reads any more.
process.once('exit', endAll)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.stdin.resume().once('end', () => process.exit(1))
