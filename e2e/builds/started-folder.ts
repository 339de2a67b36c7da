import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { browserPackages, nodePackages } from '../../scripts/lib/packages.mjs'
import { startCommand } from '../commands/command'
import { HEADING, SOURCE } from '../commands/row'
import { environment, root } from '../support/site'
import { copyRepository } from './copy-repository'

const READY = /^ready http:\/\/localhost:\d+$/m

/** A folder in which `npm start` has nothing to build: what this repository has built is there. */
export function copyBuilt(folder: string): void {
  copyRepository(folder)
  for (const built of [...browserPackages, ...nodePackages].map((name) => `${name}/dist`).concat('.cache/builds')) {
    cpSync(path.join(root, built), path.join(folder, built), { recursive: true })
  }
}

/** Has `npm start` build the package anew, from what stands there and from what webpack remembers. */
export function dropBuild(folder: string): void {
  rmSync(path.join(folder, 'catalog/dist'), { recursive: true })
}

/** Writes one text of one page. */
export async function writeHeading(folder: string, heading: string): Promise<void> {
  const text = await readFile(path.join(root, SOURCE), 'utf8')
  await writeFile(path.join(folder, SOURCE), text.replace(HEADING, heading))
}

/**
 * `npm start` until it is ready.
 * @returns the version of the catalog that is live then, and all that are kept
 */
export async function start(folder: string): Promise<{ live: string; kept: string[] }> {
  const command = await startCommand(folder, 'npm start')
  await command.writes(READY)
  await command.stop()
  const status = execFileSync(
    process.execPath,
    [path.join(folder, 'platform/operator/dist/site.cjs'), 'status', '--json'],
    {
      cwd: folder,
      env: environment,
    },
  )
  return {
    live: JSON.parse(status.toString()).live.releases.catalog.version,
    kept: (await readdir(path.join(folder, '.site/releases/catalog'))).sort(),
  }
}
