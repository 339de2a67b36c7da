import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export function keepCollectingGarbage(everyMs: number): () => void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const timer = setInterval(collect, everyMs)
  return () => clearInterval(timer)
}
