import { ApiError } from '../errors/api-error'

export type WorkLimits = { running: number; waiting: number }

/**
 * Runs at most `running` pieces of work at once and lets `waiting` more stand in line.
 * @throws ApiError 503 at once when the line is full, so that a flood costs no memory and no time.
 */
export function limitWork({ running, waiting }: WorkLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let active = 0

  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) throw new ApiError(busy)
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      active += 1
    }
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = line.shift()
      if (next) next()
      else active -= 1
    }
  }
}

const busy = {
  status: 503,
  code: 'unavailable',
  message: 'We are very busy at the moment. Please try again shortly.',
  retryAfterSeconds: 5,
}
