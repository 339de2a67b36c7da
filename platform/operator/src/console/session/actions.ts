import { Refusal } from '@platform/base/errors/refusal'
import type { SiteStatus } from '@platform/site/queries/read-status'
import { parseShare } from '../../command/command'
import type { Person } from './sessions'

export type Fields = Readonly<Record<string, string | undefined>>

export type Action = {
  title: string
  command: string[]
  effect: string
  compare?: readonly [string, string]
  asks?: 'share'
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
const share = ({ share = '5' }: Fields) => String(parseShare(share))

const actions: Readonly<Record<string, (fields: Fields) => Action>> = {
  activate: (fields) => ({
    title: `Make ${release(fields)} live`,
    command: ['activate', release(fields)],
    effect: 'Every visitor gets it with the next page. Open tabs keep what they have.',
    compare: ['live', release(fields)],
  }),
  rollback: (fields) => ({
    title: `Go back to composition ${number(fields)}`,
    command: ['rollback', number(fields)],
    effect: 'Every visitor gets its pages with the next page.',
    compare: ['live', number(fields)],
  }),
  'canary-start': (fields) => ({
    title: `Try ${release(fields)} on a share of the visitors`,
    command: ['canary', 'start', release(fields), '--share', share(fields)],
    effect: 'Visitors of the share get it until you widen, finish or stop it. Other visitors notice nothing.',
    compare: ['live', release(fields)],
    asks: 'share',
  }),
  'canary-share': (fields) => ({
    title: `Give the canary to ${share(fields)} % of the visitors`,
    command: ['canary', 'share', share(fields)],
    effect: 'A larger share keeps every visitor of the canary. A smaller one moves some back.',
    asks: 'share',
  }),
  'canary-finish': (fields) => ({
    title: 'Show the canary to every visitor',
    command: ['canary', 'finish'],
    effect: 'The canary becomes live as it is, without a new composition.',
    compare: ['live', number(fields)],
  }),
  'canary-stop': () => ({
    title: 'Stop the canary',
    command: ['canary', 'stop'],
    effect: 'Every visitor gets the live pages. Open tabs of the canary go on working.',
  }),
  preview: (fields) => ({
    title: `Preview ${release(fields)}`,
    command: ['preview', release(fields)],
    effect: 'Only a browser that opens the link sees it.',
    compare: ['live', release(fields)],
  }),
  fetch: (fields) => ({
    title: `Fetch ${release(fields)} from the teams’ registry`,
    command: ['fetch', release(fields)],
    effect: 'Visitors notice nothing. It can then be previewed, tried and activated.',
  }),
  hold: () => ({
    title: 'Hold the site',
    command: ['hold'],
    effect: 'Nothing new becomes live until the hold is ended. Rollback stays possible.',
  }),
  resume: () => ({ title: 'End the hold', command: ['resume'], effect: 'Releases can become live again.' }),
}

const ofRelease = (fields: Fields) => [release(fields).split('@')[0] ?? '']
const ofCanary = (_fields: Fields, { live, canary }: SiteStatus) =>
  Object.entries(canary?.releases ?? {}).flatMap(([name, { version }]) =>
    live?.releases[name]?.version === version ? [] : [name],
  )

/** Packages that an action touches; a team may do it with its own alone. */
const forTeams: Readonly<Record<string, (fields: Fields, status: SiteStatus) => string[]>> = {
  fetch: ofRelease,
  preview: ofRelease,
  'canary-start': ofRelease,
  'canary-share': ofCanary,
  'canary-finish': ofCanary,
  'canary-stop': ofCanary,
}

export function actionOf(name: string, fields: Fields): Action {
  const action = Object.hasOwn(actions, name) && actions[name]?.(fields)
  if (!action) throw new Refusal('There is no such action.')
  const reason = fields.reason?.trim()
  // `--reason=` because a leading dash would make the reason an option.
  return reason ? { ...action, command: [...action.command, `--reason=${reason}`] } : action
}

export function mayDo(person: Person, name: string, fields: Fields, status: SiteStatus): boolean {
  if (name === 'canary-finish' && fields.number !== String(status.canary?.number)) return false
  if (person.role !== 'team') return person.role === 'operator'
  const packages = Object.hasOwn(forTeams, name) ? (forTeams[name]?.(fields, status) ?? []) : []
  return packages.length > 0 && packages.every((it) => it === person.package)
}

export function formatCommand(command: readonly string[]): string {
  const words = command.map((word) => (/^[\w@.+,:/%=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
  return `npm run site -- ${words.join(' ')}`
}
