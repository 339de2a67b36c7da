import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/packages.mjs'

/** Installs packages into `.cache/<name>`, once per machine and manifest. @param manifest `dependencies` and `overrides` */
export function installOnDemand(name, manifest) {
  const folder = path.join(root, '.cache', name)
  const file = path.join(folder, 'package.json')
  const wanted = JSON.stringify({ private: true, ...manifest })
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return folder
  rmSync(folder, { recursive: true, force: true })
  const temporary = `${folder}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  writeFileSync(path.join(temporary, 'package.json'), wanted)
  console.log(`installing ${name}`)
  try {
    const options = { cwd: temporary, stdio: ['ignore', 'ignore', 'pipe'] }
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], options)
    renameSync(temporary, folder)
  } catch (cause) {
    throw new Error(`${name} cannot be installed into .cache; is the npm registry reachable?`, { cause })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return folder
}
