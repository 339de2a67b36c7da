import { isBuiltin } from 'node:module'
import path from 'node:path'
import { exportedFile } from './exported-file.mjs'

const ENDINGS = ['', '.ts', '.tsx', '.d.ts', '.mjs', '.d.mts', '.cjs', '.js', '/index.ts', '/index.tsx', '/index.mjs']

/** The innermost package whose folder holds the file; `.` is the folder of what stands at the top. */
export function ownerOf(file, packages) {
  const holders = packages.filter(({ folders }) => folders.some((folder) => isIn(file, folder)))
  return holders.reduce((best, next) => (best && depthIn(file, best) >= depthIn(file, next) ? best : next), undefined)
}

function isIn(file, folder) {
  return folder === '.' ? !file.includes('/') : file.startsWith(`${folder}/`)
}

function depthIn(file, { folders }) {
  return Math.max(...folders.filter((folder) => isIn(file, folder)).map((folder) => folder.length))
}

/**
 * Where a request leads: `{ package, file, isRelative, isExported }` within the house, `{ external }` to an installed
 * package, undefined for what Node brings.
 * @param paths every file of the house
 */
export function resolveImport(request, from, { packages, paths }) {
  const [target] = request.split('?')
  if (target.startsWith('.'))
    return resolveRelative(path.posix.join(path.posix.dirname(from), target), { packages, paths })
  if (isBuiltin(target)) return undefined
  const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/')
  const owner = packages.find((one) => one.name === name)
  if (!owner) return { external: name }
  const file = exportedFile(owner.manifest.exports, `.${target.slice(name.length)}`)
  return {
    package: owner,
    file: file && path.posix.join(owner.folders[0], file),
    isRelative: false,
    isExported: file !== undefined,
  }
}

function resolveRelative(target, { packages, paths }) {
  const candidates = [...ENDINGS.map((ending) => target + ending), target.replace(/\.js$/, '.ts')]
  const file = candidates.find((candidate) => paths.has(candidate))
  return { package: ownerOf(file ?? target, packages), file, isRelative: true, isExported: true }
}
