import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Refusal } from '@platform/base/errors/refusal'
import { userName } from '@platform/base/lease/lease'
import { isPackageName } from '@platform/release/manifest/release'
import { type CommandContext, defineCommand } from '../command/command'
import type { ConsoleParts } from './console-app'
import { makeToken, type Person, type Role, roles } from './session/sessions'

const DEFAULT_LISTEN = '127.0.0.1:3900'

export function consoleCommands(run: ConsoleParts['run']) {
  return {
    console: defineCommand({
      options: { listen: '<host:port>', url: '<https://…>' },
      does: "the operator's web page, on this machine alone; prints a one-time link",
      async run(_args, values, context) {
        const { serveConsole } = await import('./console-app')
        const address = { ...parseListen(values.listen ?? DEFAULT_LISTEN), url: values.url }
        const running = await serveConsole(address, { context, run })
        const link = await makeLink(context, { name: userName(), role: 'operator' })
        context.print(`console ${running.url}`)
        context.print(`Open this once, within ten minutes: ${link}`)
        await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
        await running.close()
      },
    }),

    'console link': defineCommand({
      options: { name: '<who>', role: 'viewer|team|operator', package: '<own>' },
      does: 'another one-time link, good for ten minutes',
      async run(_args, values, context) {
        context.print(await makeLink(context, personOf(values)))
      },
    }),
  }
}

async function makeLink({ store }: CommandContext, person: Person): Promise<string> {
  const address = await readFile(store.copy.consoleAddress, 'utf8').catch(() => {
    throw new Refusal('No console runs on this machine. Start it with "site console".')
  })
  return `${address.trim()}/enter?token=${await makeToken(store.copy, person)}`
}

function personOf({ name, role = 'viewer', package: own }: { name?: string; role?: string; package?: string }): Person {
  const known = roles.find((it): it is Role => it === role)
  if (!name?.trim()) throw new Refusal('Say who it is for: --name ada')
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
