import { messageOf } from '@platform/base/errors/refusal'

/** Never works twice at a time. Reports a lasting error once. */
export function workInTurns(
  work: (isAsked: boolean) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
) {
  let running = Promise.resolve()
  let lastError = ''

  function run(isAsked: boolean): Promise<void> {
    running = running
      .then(() => work(isAsked))
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

  const timer = setInterval(run, everyMs, false).unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
