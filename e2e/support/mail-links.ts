import { type APIRequestContext, expect } from '@playwright/test'

/** The link in the latest message of the kind to an address, as its reader opens it. */
export async function readLink(request: APIRequestContext, kind: string, email: string): Promise<string> {
  let address = ''
  await expect(async () => {
    const list = await (await request.get('/sandbox/mail')).text()
    const row = list.split('<tr>').find((it) => it.includes(`>${kind}<`) && it.includes(`<td>${email}</td>`))
    const mail = await (await request.get(/href="([^"]+)"/.exec(row ?? '')?.[1] ?? '/nowhere')).text()
    address = /href="(https?:[^"]+#[\w.-]+)"/.exec(mail)?.[1] ?? ''
    expect(address).not.toBe('')
  }).toPass()
  const { pathname, hash } = new URL(address)
  return pathname + hash
}
