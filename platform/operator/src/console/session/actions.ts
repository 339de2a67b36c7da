import { Refusal } from '@platform/base/errors/refusal'
import type { SiteStatus } from '@platform/site/queries/read-status'
import type { Person } from './sessions'

export type Fields = Readonly<Record<string, string | undefined>>

export type Action = {
  title: string
  command: string[]
  effect: string
  compare?: readonly [string, string]
  asks?: 'share'
}

type Definition = {
  isForTeams: boolean
  make: (fields: Fields) => Action
  packagesOf: (fields: Fields, status: SiteStatus) => string[]
}

const release = ({ release }: Fields) => {
  if (!release || !/^[a-z][a-z0-9-]*@[\w.+-]+$/.test(release))
    throw new Refusal('Name a release, for example catalog@1.6.0.')
  return release
}
const number = ({ number }: Fields) => {
  if (!number || !/^[1-9]\d{0,8}$/.test(number)) throw new Refusal('Name a composition by its number.')
  return number
}
const share = ({ share = '5' }: Fields) => {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(share)) throw new Refusal(`"${share}" is not a share in percent such as 5 or 0.5`)
  return share
}

const ofRelease = (fields: Fields) => [release(fields).split('@')[0] ?? '']
const ofCanary = (_fields: Fields, { live, canary }: SiteStatus) =>
  Object.entries(canary?.releases ?? {}).flatMap(([name, { version }]) =>
    live?.releases[name]?.version === version ? [] : [name],
  )
const ofAll = (_fields: Fields, { live }: SiteStatus) => Object.keys(live?.releases ?? {})

const forOperators = { isForTeams: false, packagesOf: ofAll }
const ofTheirRelease = { isForTeams: true, packagesOf: ofRelease }
const ofTheirCanary = { isForTeams: true, packagesOf: ofCanary }

const definitions: Readonly<Record<string, Definition>> = {
  activate: {
    ...{ isForTeams: false, packagesOf: ofRelease },
    make: (fields) => ({
      title: `Make ${release(fields)} live`,
      command: ['activate', release(fields)],
      effect: 'Every visitor gets it with the next page; open tabs keep what they have.',
      compare: ['live', release(fields)],
    }),
  },
  rollback: {
    ...forOperators,
    make: (fields) => ({
      title: `Go back to composition ${number(fields)}`,
      command: ['rollback', number(fields)],
      effect: 'Every visitor gets the former pages with the next one; it waits for no other operator.',
      compare: ['live', number(fields)],
    }),
  },
  'canary-start': {
    ...ofTheirRelease,
    make: (fields) => ({
      title: `Try ${release(fields)} on a part of the visitors`,
      command: ['canary', 'start', release(fields), '--share', share(fields)],
      effect: 'Visitors of the share get it until you widen, finish or stop it; all others notice nothing.',
      compare: ['live', release(fields)],
      asks: 'share',
    }),
  },
  'canary-share': {
    ...ofTheirCanary,
    make: (fields) => ({
      title: `Give the canary to ${share(fields)} % of the visitors`,
      command: ['canary', 'share', share(fields)],
      effect: 'A larger share moves nobody back; a smaller one does.',
      asks: 'share',
    }),
  },
  'canary-finish': {
    ...ofTheirCanary,
    make: (fields) => ({
      title: 'Give the canary to everybody',
      command: ['canary', 'finish'],
      effect: 'It becomes what is live, as it is; nothing is composed anew.',
      compare: ['live', number(fields)],
    }),
  },
  'canary-stop': {
    ...ofTheirCanary,
    make: simple(
      'Stop the canary',
      ['canary', 'stop'],
      'Everybody gets what is live; tabs of the canary go on working.',
    ),
  },
  preview: {
    ...ofTheirRelease,
    make: (fields) => ({
      title: `Preview ${release(fields)}`,
      command: ['preview', release(fields)],
      effect: 'Nobody sees it but a browser that opens the link.',
      compare: ['live', release(fields)],
    }),
  },
  fetch: {
    ...ofTheirRelease,
    make: (fields) => ({
      title: `Take ${release(fields)} from the teams’ registry`,
      command: ['fetch', release(fields)],
      effect: 'Visitors notice nothing: it can then be previewed, tried and activated.',
    }),
  },
  hold: {
    ...forOperators,
    make: simple(
      'Hold the site',
      ['hold'],
      'Nothing new becomes live until the hold is ended; going back stays possible.',
    ),
  },
  resume: { ...forOperators, make: simple('End the hold', ['resume'], 'Releases can become live again.') },
}

function simple(title: string, command: string[], effect: string): Definition['make'] {
  return () => ({ title, command, effect })
}

export function actionOf(name: string, fields: Fields): Action {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  if (!definition) throw new Refusal('There is no such action.')
  const action = definition.make(fields)
  const reason = fields.reason?.trim()
  if (!reason) return action
  // A leading dash would make the reason an option.
  const said = reason.startsWith('-') ? [`--reason=${reason}`] : ['--reason', reason]
  return { ...action, command: [...action.command, ...said] }
}

export function mayDo(person: Person, name: string, fields: Fields, status: SiteStatus): boolean {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  if (!definition || person.role === 'viewer') return false
  if (person.role === 'operator') return true
  const packages = definition.packagesOf(fields, status)
  return definition.isForTeams && packages.length > 0 && packages.every((it) => it === person.package)
}

export function formatCommand(command: readonly string[]): string {
  const words = command.map((word) => (/^[\w@.+,:/%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
  return `npm run site -- ${words.join(' ')}`
}
