import { createServer } from 'node:net'
import { freePort } from './free-port.mjs'

// The sandbox once got the server's port from the system first.
it('lies below the ports that a system gives out', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()))
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(Math.min(...ports)).toBeGreaterThan(10_080)
})

it('can be listened on', async () => {
  const port = await freePort('127.0.0.1')
  const server = createServer()
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  expect(server.address().port).toBe(port)
  await new Promise((resolve) => server.close(resolve))
})
