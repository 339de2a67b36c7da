import { parseArgs } from 'node:util'
import { Refusal } from '@platform/base/errors/refusal'
import type { Command } from './command'

export type Commands = Readonly<Record<string, Command>>

const MISUSE = 2

/** @throws Refusal (exit code 2) with the nearest name and the usage */
export function findCall(commands: Commands, words: readonly string[]) {
  const name = nameIn(commands, words)
  const command = commands[name]
  if (!command) throw unknownCommand(commands, words)
  const { values, positionals } = parse(name, command, words.slice(name.split(' ').length))
  return { command, args: takeArguments(name, command, positionals), values }
}

export function helpFor(commands: Commands, word?: string): string {
  const all = Object.entries(commands)
  const some = all.filter(([name]) => word !== undefined && name.split(' ')[0] === word)
  if (some.length > 0) return some.map(([name, command]) => `${usageOf(name, command)}\n    ${command.does}`).join('\n')
  const lines = all.map(([name, { args, does }]) => `${['site', name, ...args].join(' ').padEnd(46)} ${does}`)
  return [...lines, `${'site help <command>'.padEnd(46)} its options`].join('\n')
}

function nameIn(commands: Commands, [first = '', second]: readonly string[]): string {
  const both = `${first} ${second}`
  if (Object.hasOwn(commands, both)) return both
  const isStepMeant = second !== undefined && !second.startsWith('-') && stepsOf(commands, first).length > 0
  return Object.hasOwn(commands, first) && !isStepMeant ? first : ''
}

function stepsOf(commands: Commands, first: string): string[] {
  return Object.keys(commands).flatMap((name) => (name.startsWith(`${first} `) ? name.slice(first.length + 1) : []))
}

function unknownCommand(commands: Commands, [first = '', second = '']: readonly string[]): Refusal {
  const steps = stepsOf(commands, first)
  const both = `${first} ${second}`
  const names = Object.keys(commands)
  const nearest = findNearest(both, names) ?? (steps.length > 0 ? undefined : findNearest(first, names))
  const found = nearest && commands[nearest]
  const general =
    steps.length > 0 ? `site ${first} ${steps.join('|')} …` : 'site <command> …; "site help" lists them all'
  const what = `There is no command "${steps.length > 0 ? both : first}".${didYouMean(nearest)}`
  return new Refusal(`${what}\nUsage: ${found ? usageOf(nearest, found) : general}`, { exitCode: MISUSE })
}

function misuse(what: string, name: string, command: Command, cause?: unknown): Refusal {
  return new Refusal(`${what}\nUsage: ${usageOf(name, command)}`, { exitCode: MISUSE, cause })
}

function usageOf(name: string, { args, options }: Command): string {
  const shown = Object.entries(options).map(([option, kind]) =>
    kind === true ? `[--${option}]` : `[--${option} ${kind}]`,
  )
  return ['site', name, ...args, ...shown].join(' ')
}

function parse(name: string, command: Command, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([option, kind]) => [
      option,
      { type: kind === true ? ('boolean' as const) : ('string' as const), multiple: Array.isArray(kind) },
    ]),
  )
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch (cause) {
    const [what = ''] = (cause as Error).message.split('. ')
    const [, typed] = /^Unknown option '--?([\w-]+)/.exec(what) ?? []
    const nearest = typed && findNearest(typed, Object.keys(options))
    throw misuse(`${what}.${didYouMean(nearest && `--${nearest}`)}`, name, command, cause)
  }
}

function takeArguments(name: string, command: Command, given: readonly string[]): unknown[] {
  const { args } = command
  const isList = (arg: string | undefined) => /…\]?$/.test(arg ?? '')
  const tooMany = isList(args.at(-1)) ? [] : given.slice(args.length)
  if (tooMany.length > 0) throw misuse(`"${tooMany.join(' ')}" is too much. Put a reason in quotes.`, name, command)
  const missing = args.slice(given.length).find((arg) => !arg.startsWith('['))
  if (missing !== undefined) throw misuse(`${missing} is missing.`, name, command)
  return args.map((arg, place) => (isList(arg) ? given.slice(place) : given[place]))
}

function didYouMean(nearest: string | undefined): string {
  return nearest ? ` Did you mean "${nearest}"?` : ''
}

function findNearest(typed: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: distanceOf(typed, name) }))
  return distances.filter(({ distance }) => distance <= 2).sort((a, b) => a.distance - b.distance)[0]?.name
}

/** Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
