import { messageOf } from '@platform/base/errors/refusal'

/** Never works twice at a time. Reports a lasting error once. */
export function workInTurns(
  work: (isAsked: boolean) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
) {
  let running = Promise.resolve()
  let lastError = ''
  let waiting = 0

  function run(isAsked: boolean): Promise<void> {
    waiting += 1
    running = running
      .then(() => work(isAsked))
      .finally(() => {
        waiting -= 1
      })
      .then(
        () => {
          lastError = ''
        },
        (error: unknown) => {
          if (messageOf(error) !== lastError) onError(error)
          lastError = messageOf(error)
        },
      )
    return running
  }

  // A slow turn must not leave a queue behind.
  const timer = setInterval(() => waiting === 0 && run(false), everyMs).unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
