import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Operator, restoreBackup } from '@site/api/operator'
import { activateReleases, type SiteSettings } from '../composition/activate'
import { FAST_QUALITY } from '../composition/compress'
import { prune } from '../composition/prune'
import { rollBack } from '../composition/rollback'
import { readStatus } from '../composition/status'
import { readLiveSite } from '../nginx/read-live-site'
import { renderLocations } from '../nginx/render-locations'
import { messageOf, Refusal } from '../refusal'
import { replaceFile } from '../registry/files'
import { publishRelease } from '../registry/publish'
import type { SiteFolders } from '../registry/site-folders'
import { formatStatus } from './format-status'
import { runOrders } from './orders/run-orders'

export type CommandContext = {
  folders: SiteFolders
  settings: SiteSettings
  operate: Operator
  /** Folder of the embedded database. */
  dataDir: string
  print: (line: string) => void
}
type Input = { positionals: string[]; values: { from?: string; json?: boolean; keep?: string; out?: string } }
type Command = (input: Input, context: CommandContext) => Promise<void>

const usage = `site publish <package> [--from <dir>]    take a built package into the registry (default: <package>/dist)
site activate <package>@<version> …      make releases live; "latest" is the one published last
site deploy <package> …                  publish the built packages and make them live
site rollback [<composition>]            go back to the composition before, or to the one given
site status [--json]                     what is live, kept and waiting
site prune [--keep <n>]                  delete old compositions and the releases only they name
site orders [list|show|refund|…]         what needs a person, and the owner's commands ("orders help")
site backup <file>                       the embedded database as one file; the shop stays open
site restore <file>                      puts a backup in place; the shop must be stopped
site nginx [--out <file>]                the live site as locations for nginx`

const commands: Readonly<Record<string, Command>> = {
  publish,
  activate,
  deploy,
  rollback,
  status,
  prune: pruneOld,
  backup,
  restore,
  nginx,
}

/** @throws Refusal with the one message the operator has to read. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const [name = 'help', ...rest] = args
  if (name === 'orders') return runOrders(rest, context)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    if (name !== 'help' && name !== '--help') throw new Refusal(`There is no command "${name}".\n${usage}`)
    context.print(usage)
    return
  }
  await command(parseInput(rest), context)
}

function parseInput(args: string[]): Input {
  try {
    const text = { type: 'string' } as const
    const options = { from: text, json: { type: 'boolean' }, keep: text, out: text } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch (cause) {
    throw new Refusal(`${messageOf(cause)}\n${usage}`, { cause })
  }
}

async function publish({ positionals, values }: Input, context: CommandContext): Promise<void> {
  const [name, ...others] = positionals
  if (!name || others.length > 0) throw new Refusal(`Name one package to publish.\n${usage}`)
  await publishBuild(name, values.from ?? `${name}/dist`, context)
}

/** @returns the version that was taken in. */
async function publishBuild(name: string, from: string, { folders, settings, print }: CommandContext): Promise<string> {
  const { version, outcome } = await publishRelease(folders, {
    from,
    expectedPackage: name,
    ...(settings.isDevelopment && { quality: FAST_QUALITY }),
  })
  print(`${name}@${version} ${outcome === 'published' ? 'is published' : 'was already published'}`)
  return version
}

async function activate({ positionals }: Input, context: CommandContext): Promise<void> {
  if (positionals.length === 0) throw new Refusal(`Name what to activate.\n${usage}`)
  await makeLive(parseVersions(positionals), context)
}

async function deploy({ positionals }: Input, context: CommandContext): Promise<void> {
  if (positionals.length === 0) throw new Refusal(`Name what to deploy.\n${usage}`)
  const versions: Record<string, string> = {}
  for (const name of positionals) versions[name] = await publishBuild(name, `${name}/dist`, context)
  await makeLive(versions, context)
}

async function makeLive(versions: Record<string, string>, { folders, settings, print }: CommandContext): Promise<void> {
  const started = performance.now()
  const { number, releases, outcome, warning } = await activateReleases(folders, versions, settings)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const names = Object.entries(releases).map(([name, version]) => `${name}@${version}`)
  print(
    outcome === 'activated'
      ? `Composition ${number} is live after ${seconds} s: ${names.join(', ')}`
      : `Composition ${number} is already made of these releases: ${names.join(', ')}`,
  )
  if (warning) print(`Old compositions could not be deleted: ${warning}`)
}

function parseVersions(names: readonly string[]): Record<string, string> {
  const versions = names.map((name) => {
    const match = name.match(/^([^@]+)@(.+)$/)
    if (!match) throw new Refusal(`"${name}" is not a release. Write for example catalog@0.1.1 or catalog@latest.`)
    return [match[1], match[2]]
  })
  return Object.fromEntries(versions)
}

async function rollback({ positionals }: Input, { folders, print }: CommandContext): Promise<void> {
  const [number] = positionals
  const { from, to } = await rollBack(folders, number === undefined ? undefined : parseCount(number))
  print(`Composition ${to} is live again, in the place of ${from}`)
}

async function status({ values }: Input, { folders, print }: CommandContext): Promise<void> {
  const found = await readStatus(folders)
  print(values.json ? JSON.stringify(found, null, 2) : formatStatus(found))
}

async function pruneOld({ values }: Input, { folders, print }: CommandContext): Promise<void> {
  const pruned = await prune(folders, values.keep === undefined ? undefined : parseCount(values.keep))
  print(`Deleted compositions: ${pruned.compositions.join(', ') || 'none'}`)
  print(`Deleted releases: ${pruned.releases.join(', ') || 'none'}`)
}

async function backup({ positionals }: Input, { operate, print }: CommandContext): Promise<void> {
  const file = path.resolve(needFile(positionals))
  print(await operate({ do: 'backup', file }))
}

async function restore({ positionals }: Input, { dataDir, print }: CommandContext): Promise<void> {
  print(await restoreBackup({ dataDir, file: path.resolve(needFile(positionals)) }))
}

function needFile([file, ...others]: readonly string[]): string {
  if (!file || others.length > 0) throw new Refusal(`Name one file.\n${usage}`)
  return file
}

async function nginx({ values }: Input, { folders, print }: CommandContext): Promise<void> {
  const source = await readLiveSite(folders)
  const text = renderLocations(source)
  if (values.out === undefined) return print(text)
  await replaceFile(values.out, text)
  print(`Composition ${source.composition.number} is in ${values.out}; "nginx -s reload" makes nginx serve it`)
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`"${text}" is not a number from 1`)
  return Number(text)
}
