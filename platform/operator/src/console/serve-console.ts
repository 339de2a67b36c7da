import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { Refusal } from '@platform/base/errors/refusal'
import { buildConsole, type ConsoleParts } from './console-app'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

type ConsoleAddress = {
  host: string
  port: number
  /** https address of a proxy in front. */
  url?: string | undefined
}

type RunningConsole = { url: string; close: () => Promise<void> }

/** @throws Refusal for a network address without an https proxy */
export async function serveConsole(
  { host, port, url }: ConsoleAddress,
  parts: Omit<ConsoleParts, 'hosts' | 'isSecure' | 'styles'>,
): Promise<RunningConsole> {
  if (!LOOPBACK.has(host) && !url?.startsWith('https://')) {
    throw new Refusal(
      `On ${host} other machines could read what is said. Put a proxy with https in front and name its address: ` +
        '--url https://console.example',
    )
  }
  const styles = await readFile(path.join(__dirname, 'console/console.css'), 'utf8')
  let names: string[] = []
  const app = buildConsole({ ...parts, styles, hosts: () => names, isSecure: url?.startsWith('https://') ?? false })
  await app.listen({ host, port })
  const bound = app.server.address()
  const own = `http://${host === '::1' ? '[::1]' : host}:${bound && typeof bound === 'object' ? bound.port : port}`
  names = [own, url].flatMap((address) => (address ? [new URL(address).host] : []))
  const reached = url ?? own
  await replaceFile(parts.context.store.copy.consoleAddress, `${reached}\n`)
  return { url: reached, close: () => app.close() }
}
