import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from '../support/test'

const INSPECTOR = /debugger listening|starting inspector/i

// A page that was rendered by the same user opened the inspector of the process above it, and read its secrets.
test('no signal opens an inspector of server or console', async ({ site }) => {
  const url = await site.start()
  await site.startConsole()
  const processes = await site.processes()
  expect(processes).toHaveLength(2)
  for (const { pid } of processes) process.kill(pid ?? 0, 'SIGUSR1')

  // Any other program of Node does: so the signal is the right one, and has had the time it takes.
  const other = spawn(process.execPath, ['--inspect-port=0', '--eval', 'console.log(1); setInterval(() => {}, 1000)'])
  await once(other.stdout, 'data')
  const answer = once(other.stderr, 'data')
  other.kill('SIGUSR1')
  expect(String(await answer)).toMatch(INSPECTOR)
  other.kill('SIGKILL')

  expect((await fetch(url)).status).toBe(200)
  for (const { output } of processes) expect(output()).not.toMatch(INSPECTOR)
})
