import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type ProgramOptions, runProgram } from './run-program'

const LOCK = 'package-lock.json'
/** npm's record of installed packages, in the form of the lock file. */
const INSTALLED_LOCK = 'node_modules/.package-lock.json'
const WRITTEN = new Set(['.cache', '.federation'])
const FOLDER = /^(?:[\w-]+\/)*?node_modules(?=\/)/

const entry = Type.Object({
  version: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  optional: Type.Optional(Type.Boolean()),
  peer: Type.Optional(Type.Boolean()),
})
const lockChecker = Compile(Type.Object({ packages: Type.Record(Type.String(), entry) }))
type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean; peer?: boolean }>

export async function installPackages(
  clone: string,
  { isAfresh, ...options }: ProgramOptions & { isAfresh: boolean },
): Promise<'clone' | 'npm'> {
  if (!isAfresh && (await borrowInstalled(clone, options.cwd))) return 'clone'
  await runProgram('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], options)
  return 'npm'
}

/** Copies, because a build could write to a linked file of the clone, or see its paths. */
async function borrowInstalled(from: string, to: string): Promise<boolean> {
  const [wanted, installed] = [await readLock(path.join(to, LOCK)), await readLock(path.join(from, INSTALLED_LOCK))]
  if (!wanted || !installed || !isSuperset(installed, wanted)) return false
  const folders = new Set(Object.keys(wanted).flatMap((name) => FOLDER.exec(name)?.[0] ?? []))
  for (const folder of folders) {
    const source = path.join(from, folder)
    if (!(await stat(source).catch(() => undefined))) continue
    if (await copyFiles(source, path.join(to, folder))) continue
    for (const half of folders) await rm(path.join(to, half), { recursive: true, force: true })
    return false
  }
  return true
}

/** @returns false for a link that leads out of the clone */
async function copyFiles(from: string, to: string): Promise<boolean> {
  await mkdir(to, { recursive: true })
  for (const found of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, found.name), path.join(to, found.name)]
    if (found.isSymbolicLink()) {
      const leadsTo = await readlink(source)
      if (path.isAbsolute(leadsTo)) return false
      await symlink(leadsTo, target)
    } else if (!found.isDirectory()) await copyFile(source, target, constants.COPYFILE_FICLONE)
    else if (!WRITTEN.has(found.name) && !(await copyFiles(source, target))) return false
  }
  return true
}

/** Optional packages of other platforms are never installed. */
function isSuperset(installed: Packages, wanted: Packages): boolean {
  return Object.entries(wanted).every(([name, { version, integrity, optional, peer }]) => {
    if (!name.includes('node_modules/')) return true
    const found = Object.hasOwn(installed, name) ? installed[name] : undefined
    if (!found) return Boolean(optional || peer)
    return found.version === version && found.integrity === integrity
  })
}

async function readLock(file: string): Promise<Packages | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return lockChecker.Check(value) ? value.packages : undefined
  } catch {
    return undefined
  }
}
