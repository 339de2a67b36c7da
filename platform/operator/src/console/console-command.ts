import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Refusal } from '@platform/base/errors/refusal'
import { userName } from '@platform/base/lease/lease-owner'
import { isPackageName } from '@platform/release/manifest/release'
import { type CommandContext, defineCommand } from '../command/command'
import type { ConsoleParts } from './console-app'
import { makeToken } from './session/one-time-links'
import { type Person, type Role, roles } from './session/roles'

const usage = [
  "site console [--listen <host:port>] [--url <https://…>]   the operator's web page, on this machine alone; prints a one-time link",
  'site console link --name <who> [--role viewer|team|operator] [--package <own>]   another one-time link, good for ten minutes',
]
const DEFAULT_LISTEN = '127.0.0.1:3900'
const text = { type: 'string' } as const

/** @param run does what somebody asks for on the page, as the same command would */
export function consoleCommand(run: ConsoleParts['run']) {
  return defineCommand({
    usage,
    options: { listen: text, url: text, name: text, role: text, package: text },
    async run({ positionals: [step, ...rest], values }, context) {
      if (rest.length > 0 || (step !== undefined && step !== 'link')) throw new Refusal(usage.join('\n'))
      if (step === 'link') return context.print(await makeLink(context, personOf(values)))
      const { serveConsole } = await import('./serve-console')
      const address = { ...parseListen(values.listen ?? DEFAULT_LISTEN), url: values.url }
      const running = await serveConsole(address, { context, run })
      context.print(`console ${running.url}`)
      context.print(
        `Open this once, within ten minutes: ${await makeLink(context, { name: userName(), role: 'operator' })}`,
      )
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
      await running.close()
    },
  })
}

async function makeLink({ store }: CommandContext, person: Person): Promise<string> {
  const address = await readFile(store.copy.consoleAddress, 'utf8').catch(() => {
    throw new Refusal('No console runs on this machine. Start it with "site console".')
  })
  return `${address.trim()}/enter?token=${await makeToken(store.copy, person)}`
}

type Values = { name?: string | undefined; role?: string | undefined; package?: string | undefined }

function personOf({ name, role = 'viewer', package: own }: Values): Person {
  const known = roles.find((it): it is Role => it === role)
  if (!name?.trim()) throw new Refusal(`Say who it is for: --name ada\n${usage[1]}`)
  if (!known) throw new Refusal(`"${role}" is no role. There are: ${roles.join(', ')}`)
  if ((known === 'team') !== (own !== undefined))
    throw new Refusal('A team has one package of its own: --role team --package catalog')
  if (own !== undefined && !isPackageName(own)) throw new Refusal(`"${own}" cannot be the name of a package`)
  return { name: name.trim(), role: known, ...(own !== undefined && { package: own }) }
}

function parseListen(listen: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(listen) ?? []
  if (!host || Number(port) > 65_535) throw new Refusal(`"${listen}" is not an address such as 127.0.0.1:3900`)
  return { host, port: Number(port) }
}
