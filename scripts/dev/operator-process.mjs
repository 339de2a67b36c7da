import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

const { runSite } = createRequire(import.meta.url)(path.join(root, 'platform/operator/dist/run-site.cjs'))

process.on('message', (args) => {
  runSite(args).then(
    () => process.send({}),
    (error) => process.send({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
