/** Resolves after `ms` or when the connection is back, but not while the tab is hidden; at once on abort. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    let hasRested = false
    const timer = setTimeout(wake, ms)

    function wake(): void {
      hasRested = true
      look()
    }
    function look(): void {
      if (!signal.aborted && (!hasRested || document.hidden)) return
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    window.addEventListener('online', wake, listening)
    document.addEventListener('visibilitychange', look, listening)
    signal.addEventListener('abort', look, listening)
    look()
  })
}
