import path from 'node:path'
import { root } from './packages.mjs'
import { run } from './run.mjs'

/** Runs the operator's command. */
export function site(...args) {
  return run(process.execPath, [path.join(root, 'platform/operator/dist/site.cjs'), ...args])
}
