import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { ProviderError } from '@site/providers/gateway'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { AdminRefusal, codeOf } from '../errors/api-error'
import type { PaymentServices } from '../payments/shared/payment-services'
import { type Operation, parseOperation, runOperation } from './operations'

const ANSWER_MS = 10 * 60 * 1_000
/** Longer socket names are truncated without an error. */
const MAX_NAME_BYTES = 103

const answerForm = Type.Union([Type.Object({ result: Type.Unknown() }), Type.Object({ refusal: Type.String() })])
const answerSchema = Compile(answerForm)
type Answer = Type.Static<typeof answerForm>

/**
 * A server that answers on the folder's socket keeps it; with a database of its own, no lock tells servers apart.
 * @returns a function that closes it
 */
export function answerAdmin(dataDir: string, services: PaymentServices): () => Promise<void> {
  const { log } = services
  const file = socketFile(dataDir)
  if (!file) {
    log.warn({ dataDir }, 'orders cannot be administered through this process: the name of its data folder is too long')
    return async () => {}
  }
  const server = createServer(async (asked, response) => {
    const answer = await answerOne(services, asked)
    response.writeHead('result' in answer ? 200 : 409, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  server.on('error', (error) => log.warn({ err: error }, 'orders cannot be administered through this process'))
  const listening = isAnswered(file).then((isOther) => {
    if (isOther) return log.warn({ dataDir }, 'another server of this folder does what is asked about orders')
    rmSync(file, { force: true })
    server.listen(file, () => chmodSync(file, 0o600))
  })
  return async () => {
    await listening
    await new Promise((resolve) => server.close(resolve))
  }
}

function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.unref().on('connect', () => socket.destroy())
  })
}

async function answerOne(services: PaymentServices, asked: IncomingMessage): Promise<Answer> {
  try {
    const operation = parseOperation(JSON.parse(await text(asked)))
    if (!operation) return { refusal: 'The running server does not know this command: is it of another release?' }
    if ('actor' in operation)
      services.log.info({ operation: operation.do, actor: operation.actor }, 'asked by a person')
    return { result: await runOperation(services, operation) }
  } catch (error) {
    if (error instanceof AdminRefusal) return { refusal: error.message }
    services.log.error({ err: error }, 'a request of the administration was not answered')
    if (error instanceof ProviderError) return { refusal: whatToDo(error) }
    return { refusal: 'The running server cannot do this now; its log says why. Try again in a moment.' }
  }
}

function whatToDo({ kind, message }: ProviderError): string {
  return kind === 'unreachable' || kind === 'broken' ? `${message}. Try again in a moment.` : `${message}.`
}

/** @returns `undefined` when no server answers on this folder's socket */
export function askRunningServer(dataDir: string, operation: Operation): Promise<{ result: unknown } | undefined> {
  const socketPath = socketFile(dataDir)
  if (!socketPath) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/', method: 'POST', timeout: ANSWER_MS, agent: false }, (response) => {
      text(response).then(readAnswer).then(resolve, reject)
    })
    asking.on('timeout', () => asking.destroy(new Error('The running server does not answer.')))
    asking.on('error', (error) => {
      if (['ENOENT', 'ECONNREFUSED'].includes(codeOf(error) ?? '')) resolve(undefined)
      else reject(error)
    })
    asking.end(JSON.stringify(operation))
  })
}

function readAnswer(body: string): { result: unknown } {
  const answer = parseChecked(answerSchema, body)
  if (!answer) throw new Error('The running server gives no answer that makes sense.')
  if ('refusal' in answer) throw new AdminRefusal(answer.refusal)
  return answer
}

function socketFile(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'admin.sock')
  return Buffer.byteLength(file) > MAX_NAME_BYTES ? undefined : file
}
