// `npm run borders`: the import edges that exist are package → shared, origin → api, and none besides.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/packages.mjs'

const allowed = {
  shared: [],
  shell: ['shared'],
  catalog: ['shared'],
  content: ['shared'],
  checkout: ['shared'],
  api: ['shared'],
  origin: ['shared', 'api'],
  e2e: ['shared'],
}
/** The router is reached through the navigation façade; only the shell, the harness and tests build one. */
const ROUTER = /^react-router(-dom)?(\/|$)/
const routerUsers = [/^shell\//, /^shared\/src\/(navigation|harness|testing)\//]
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*|@import\s+)['"]([^'"]+)['"]/g

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.cjs'], {
  cwd: root,
})
const offences = files
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)))
  .flatMap(offencesIn)
for (const offence of offences) console.error(offence)
console.log(`borders: ${offences.length} offences`)
process.exitCode = offences.length > 0 ? 1 : 0

function offencesIn(file) {
  const owner = file.split('/')[0]
  if (!(owner in allowed)) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)]
    .map(([, request]) => problemWith(file, owner, request))
    .filter(Boolean)
    .map((problem) => `${file}: ${problem}`)
}

function problemWith(file, owner, request) {
  const target = request.startsWith('@site/')
    ? request.split('/')[1]
    : request.startsWith('.') && path.join(path.dirname(file), request).split('/')[0]
  if (target && target in allowed && target !== owner && !allowed[owner].includes(target)) {
    return `${owner} may not import ${target} (${request})`
  }
  if (owner !== 'shared' && target === 'shared' && request.startsWith('.')) return `import ${request} as @site/shared`
  if (ROUTER.test(request) && !routerUsers.some((user) => user.test(file))) {
    return `import from @site/shared/navigation instead of ${request}`
  }
}
