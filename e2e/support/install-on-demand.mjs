import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/packages.mjs'

/** Installs packages into `.cache/<name>`, once per machine. @param manifest `dependencies` and `overrides` */
export function installOnDemand(name, manifest) {
  const folder = path.join(root, '.cache', name)
  if (existsSync(folder)) return folder
  const temporary = `${folder}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  writeFileSync(path.join(temporary, 'package.json'), JSON.stringify({ private: true, ...manifest }))
  console.log(`installing ${name}`)
  try {
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: temporary,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    renameSync(temporary, folder)
  } catch (cause) {
    throw new Error(`${name} cannot be installed into .cache; is the npm registry reachable?`, { cause })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return folder
}
