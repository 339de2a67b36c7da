import { createServer, type Socket } from 'node:net'

export type ReceivedMail = { from: string; to: string[]; data: string }
/** `of`: only where the line has this text. */
export type SmtpFailure = { command: string; reply: string; of?: string }

export async function startSmtpServer() {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let failures: SmtpFailure[] = []

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let mail: ReceivedMail = { from: '', to: [], data: '' }
    let isData = false
    let buffer = ''

    const failureOf = (command: string, line = '') =>
      failures.find((it) => it.command === command && line.includes(it.of ?? ''))
    function say(command: string, reply: string, line?: string): void {
      const chosen = failureOf(command, line)?.reply ?? reply
      if (chosen === 'drop') socket.destroy()
      else if (chosen !== 'hang') socket.write(`${chosen}\r\n`)
    }
    function take(line: string): void {
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      if (isData) {
        if (line !== '.') {
          mail.data += `${line.replace(/^\.\./, '.')}\n`
          return
        }
        isData = false
        if (!failureOf('.')) received.push(mail)
        mail = { from: '', to: [], data: '' }
        say('.', '250 kept')
        return
      }
      if (verb === 'MAIL') mail.from = line.replace(/^.*<(.*)>.*$/, '$1')
      if (verb === 'RCPT') mail.to.push(line.replace(/^.*<(.*)>.*$/, '$1'))
      if (verb === 'DATA') isData = !failureOf('DATA')
      say(verb, verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok', line)
    }

    say('CONNECT', '220 test')
    socket.setEncoding('utf8').on('data', (chunk) => {
      buffer += chunk
      const lines = buffer.split('\r\n')
      buffer = lines.pop() ?? ''
      lines.forEach(take)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    failWith(...next: SmtpFailure[]): void {
      failures = next
    },
    close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
