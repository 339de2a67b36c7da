// `npm run borders`: the import edges that exist are package → shared, origin → api, e2e → scripts, and none besides.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { requestsOf } from './lib/import-requests.mjs'
import { browserPackages, root } from './lib/packages.mjs'

const allowed = {
  ...Object.fromEntries(browserPackages.map((name) => [name, ['shared']])),
  shared: [],
  api: ['shared'],
  origin: ['shared', 'api'],
  e2e: ['shared', 'scripts'],
  scripts: [],
  template: ['shared'],
}
/** What a new remote begins with: bound like a remote. */
const TEMPLATES = /^scripts\/templates\//
/** The router is reached through the navigation façade; only the shell, the harness and tests build one. */
const ROUTER = /^react-router(-dom)?(\/|$)/
const routerUsers = [/^shell\//, /^shared\/src\/(navigation|harness|testing)\//, /^scripts\/webpack\//]
/** What the build puts into a package, or refuses in one, is tested beside the package's own. */
const testsOfBuild = ['shell/src/remotes/semver-replacement.test.ts', 'shared/src/vague-types.test.ts']
const sources = ['ts', 'tsx', 'mts', 'mjs', 'cjs', 'js', 'css'].map((extension) => `*.${extension}`)

const offences = listFiles().flatMap(offencesIn)
for (const offence of offences) console.error(offence)
console.log(`borders: ${offences.length} offences`)
process.exitCode = offences.length > 0 ? 1 : 0

function listFiles() {
  const options = { cwd: root, encoding: 'utf8' }
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...sources], options)
    .trim()
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)))
}

function offencesIn(file) {
  const owner = ownerOf(file)
  if (!(owner in allowed)) return []
  return requestsOf(file, readFileSync(path.join(root, file), 'utf8'))
    .map((request) => problemWith(file, owner, request))
    .filter(Boolean)
    .map((problem) => `${file}: ${problem}`)
}

function ownerOf(file) {
  return TEMPLATES.test(file) ? 'template' : file.split('/')[0]
}

function problemWith(file, owner, request) {
  const target = request.startsWith('@site/')
    ? request.split('/')[1]
    : request.startsWith('.') && ownerOf(path.join(path.dirname(file), request))
  const isAllowed = target === owner || allowed[owner].includes(target) || testsOfBuild.includes(file)
  if (target && target in allowed && !isAllowed) {
    return `${owner} may not import ${target} (${request})`
  }
  if (owner !== 'shared' && target === 'shared' && request.startsWith('.')) return `import ${request} as @site/shared`
  if (ROUTER.test(request) && !routerUsers.some((user) => user.test(file))) {
    return `import from @site/shared/navigation instead of ${request}`
  }
}
