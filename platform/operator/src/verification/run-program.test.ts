import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from './run-program'

const cwd = tmpdir()
const { signal } = new AbortController()

describe('a program that is run for a build', () => {
  it('gives what it writes, and the reason when it fails, without control characters', async () => {
    expect(await runProgram('node', ['-p', '1'], { cwd, signal })).toBe('1\n')
    const failing = `console.log('\\u001b[31mwhy'); process.exit(3)`
    await expect(runProgram('node', ['-e', failing], { cwd, signal })).rejects.toThrow(/ended with 3\nwhy$/)
    await expect(runProgram('no-such-program', [], { cwd, signal })).rejects.toThrow(
      'no-such-program cannot be started',
    )
  })

  it('is not waited for when it has ended and something that it has started goes on', async () => {
    const left = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`
    expect(await runProgram('node', ['-e', `${left}; process.exit()`], { cwd, signal })).toBe('')
  })

  it('is ended with all that it has started', async () => {
    const folder = await mkdtemp(path.join(cwd, 'run-'))
    const server = createServer().listen(path.join(folder, 'socket'))
    const stop = new AbortController()
    const child = `require('net').connect(${JSON.stringify(path.join(folder, 'socket'))})`
    const parent = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}])`
    const running = expect(runProgram('node', ['-e', parent], { cwd, signal: stop.signal })).rejects.toThrow(
      'broken off',
    )
    const [connection] = await once(server, 'connection')
    const gone = once(
      connection.resume().on('error', () => {}),
      'close',
    )
    stop.abort()
    await running
    await gone
    server.close()
    await rm(folder, { recursive: true })
    await expect(runProgram('node', ['-p', '1'], { cwd, signal: stop.signal })).rejects.toThrow('broken off')
  })
})
