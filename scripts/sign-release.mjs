// Signs the built release of one package before `npm publish ./catalog/dist`. A new key pair:
// openssl genpkey -algorithm ed25519 -out catalog.key && openssl pkey -in catalog.key -pubout -out catalog.pem
import path from 'node:path'
import { root } from './lib/packages.mjs'
import { nameOnePackage, readOptions } from './lib/read-options.mjs'
import { runMain } from './lib/run.mjs'
import { signRelease } from './lib/sign-release.mjs'

const { RELEASE_SIGNING_KEY } = process.env
const usage = 'node scripts/sign-release.mjs <package>   signs its built release with RELEASE_SIGNING_KEY'
const { positionals } = readOptions(
  usage,
  {},
  (given) =>
    nameOnePackage(given) ??
    (RELEASE_SIGNING_KEY ? undefined : 'RELEASE_SIGNING_KEY is missing: the private key of the team'),
)
const [name] = positionals
await runMain(async () => {
  await signRelease(path.join(root, name, 'dist'), RELEASE_SIGNING_KEY)
  console.log(`${name} is signed`)
})
