import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects what nobody holds any more, as a server does sooner or later, every `everyMs` until the returned function is called. */
export function keepCollectingGarbage(everyMs: number): () => void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const timer = setInterval(collect, everyMs)
  return () => clearInterval(timer)
}
