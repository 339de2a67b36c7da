import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { runMain } from '../kit/lib/run.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { root } from './lib/packages.mjs'

const program = path.join(root, 'platform/operator/dist/site.cjs')
await runMain(async () => {
  if (!existsSync(program)) {
    await installIfNeeded()
    const { buildPackages } = await import('./lib/build-packages.mjs')
    await buildPackages({ only: ['platform/operator'] })
  }
  createRequire(import.meta.url)(program)
})
