import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { buildConsole, type ConsoleParts } from './console-app'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

type ConsoleAddress = {
  host: string
  port: number
  /** https address of a proxy in front. */
  url?: string | undefined
}

/** @throws Refusal for a network address without an https proxy */
export async function serveConsole(
  { host, port, url }: ConsoleAddress,
  parts: Omit<ConsoleParts, 'hosts' | 'isSecure' | 'styles'>,
) {
  if (!LOOPBACK.has(host) && !url?.startsWith('https://')) {
    throw new Refusal(
      `On ${host} other machines could read the console's traffic. Put a proxy with https in front and name its address: ` +
        '--url https://console.example',
    )
  }
  const styles = await readFile(path.join(__dirname, 'console/console.css'), 'utf8')
  let names: string[] = []
  const app = buildConsole({ ...parts, styles, hosts: () => names, isSecure: url?.startsWith('https://') ?? false })
  await app.listen({ host, port }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error
    throw new Refusal(
      `Port ${port} of ${host} is in use. Stop the other program or name a free one: --listen ${host}:0`,
    )
  })
  const bound = app.server.address()
  const own = `http://${host === '::1' ? '[::1]' : host}:${bound && typeof bound === 'object' ? bound.port : port}`
  names = [own, url].flatMap((address) => (address ? [new URL(address).host] : []))
  const reached = url ?? own
  await replaceFile(parts.context.store.copy.consoleAddress, `${reached}\n`)
  return { url: reached, close: () => app.close() }
}
