import { fork } from 'node:child_process'
import path from 'node:path'
import { stopChildAtEnd } from '../lib/stop-at-end.mjs'

/**
 * The operator's command in a process of its own, which stays: starting Node anew for each edit would take longer than the
 * rest, and in the process that compiles it would keep the next edit waiting.
 */
export function startOperator() {
  const child = fork(path.join(import.meta.dirname, 'operator-process.mjs'))
  stopChildAtEnd(child)
  let last = run('settings', '--from-environment')
  last.catch(() => {})

  function run(...args) {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`site ${args[0]} has ended before it was done`))
      child.once('exit', fail).once('message', ({ error }) => {
        child.off('exit', fail)
        if (error === undefined) resolve()
        else reject(new Error(error))
      })
      // Without its own listener a send that fails would end this process, and leave the others behind.
      child.send(args, (error) => error && fail())
    })
  }

  return {
    /** @throws Error with what the operator would read */
    run(...args) {
      const running = last.then(() => run(...args))
      last = running.catch(() => {})
      return running
    },
  }
}
