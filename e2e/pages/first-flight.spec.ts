import { get } from 'node:http'
import { routes } from '../support/routes'
import { expect, test } from '../support/test'

/** Ten segments of 1,460 bytes are sent before the first acknowledgement (RFC 6928). */
const FIRST_FLIGHT = 14_600

for (const { path } of routes) {
  test(`P1: ${path} is sent whole before a browser has to acknowledge anything`, async ({ baseURL }) => {
    const bytes = await new Promise<number>((resolve, reject) => {
      get(`${baseURL}${path}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume()
        const headers = response.rawHeaders.reduce(
          (sum, text) => sum + text.length + 2,
          'HTTP/1.1 200 OK\r\n\r\n'.length,
        )
        expect(response.headers['content-encoding']).toBe('br')
        resolve(headers + Number(response.headers['content-length']))
      }).on('error', reject)
    })
    expect(bytes).toBeLessThanOrEqual(FIRST_FLIGHT)
  })
}
