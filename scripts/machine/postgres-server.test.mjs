import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres } from './postgres-programs.mjs'

const withPostgres = findPostgres() ? it : it.skip

const RUN = `
  import { readFileSync } from 'node:fs'
  import { allowSharing, findSharedPostgres } from '${path.join(__dirname, 'postgres-server.mjs')}'
  allowSharing()
  await findSharedPostgres()
  const folder = process.env.TEST_POSTGRES_FOLDER
  console.log(JSON.stringify({ folder, server: JSON.parse(readFileSync(folder + '/server.json', 'utf8')) }))
  setInterval(() => {}, 60_000)`

const isListening = ({ port, hostname }) =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket
      .on('error', () => resolve(false))
      .on('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })

// A killed run left its server and the server's folder behind.
withPostgres('the shared server ends with the run, even one that is killed', async () => {
  const run = spawn(process.execPath, ['--input-type=module', '--eval', RUN])
  const [line] = await once(run.stdout.setEncoding('utf8'), 'data')
  const { folder, server } = JSON.parse(line)
  const address = new URL(server.url)
  expect(await isListening(address)).toBe(true)
  run.kill('SIGKILL')
  while ([folder, server.folder].some(existsSync)) await wait(20, undefined, { ref: false })
  expect(await isListening(address)).toBe(false)
})
