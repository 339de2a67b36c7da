import { useEffect, useState } from 'react'

/** Loads once it is wanted, and again on `retry`. */
export function useLoaded<T>(what: string, load: () => Promise<T>, isWanted = true) {
  const [loaded, setLoaded] = useState<{ value: T } | 'failed'>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again, and nothing else
  useEffect(() => {
    if (!isWanted || loaded) return
    let isHere = true
    load().then(
      (value) => isHere && setLoaded({ value }),
      (error) => {
        console.warn(`${what} could not be loaded`, error)
        if (isHere) setLoaded('failed')
      },
    )
    return () => {
      isHere = false
    }
  }, [isWanted, attempt])

  const hasFailed = loaded === 'failed'
  function retry() {
    setLoaded(undefined)
    setAttempt(attempt + 1)
  }
  return { value: hasFailed ? undefined : loaded?.value, hasFailed, retry }
}
