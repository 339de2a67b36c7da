import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./memory-server.mjs', import.meta.url))

/**
 * Starts the server no site can be faster than.
 * @param documents `{ url, headers, body }`; any other address is answered as the origin does
 */
export async function startMemoryServer({ origin, documents }) {
  const child = fork(PROGRAM)
  const { port } = await answerOf(child)
  child.send({ origin, documents: documents.map((it) => ({ ...it, body: it.body.toString('base64') })) })
  await answerOf(child)
  return {
    url: `http://localhost:${port}`,
    stop: () => child.kill(),
  }
}

function answerOf(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
  })
}
