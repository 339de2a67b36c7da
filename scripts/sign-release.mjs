// `node scripts/sign-release.mjs catalog`: signs the built release of one package with RELEASE_SIGNING_KEY, before
// `npm publish ./catalog/dist`. A new key pair:
//   openssl genpkey -algorithm ed25519 -out catalog.key && openssl pkey -in catalog.key -pubout -out catalog.pem
import path from 'node:path'
import { browserPackages, root } from './lib/packages.mjs'
import { signRelease } from './lib/sign-release.mjs'

const [name] = process.argv.slice(2)
const { RELEASE_SIGNING_KEY } = process.env
const problem = browserPackages.includes(name)
  ? RELEASE_SIGNING_KEY
    ? undefined
    : 'RELEASE_SIGNING_KEY is missing: the private key of the team'
  : `Name one package: node scripts/sign-release.mjs ${browserPackages.join(' | ')}`
if (problem) {
  console.error(problem)
  process.exit(1)
}
await signRelease(path.join(root, name, 'dist'), RELEASE_SIGNING_KEY)
console.log(`${name} is signed`)
