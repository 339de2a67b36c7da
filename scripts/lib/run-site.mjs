import path from 'node:path'
import { run } from '../../kit/lib/run.mjs'
import { root } from './packages.mjs'

/** Runs the built `site` command. */
export function runSite(...args) {
  return run(process.execPath, [path.join(root, 'platform/operator/dist/site.cjs'), ...args])
}
