import { compositionIn } from './send-request'
import type { TestOrigin } from './test-origin'

type Served = Pick<TestOrigin, 'origin' | 'send'>

/** Somebody with an address of their own, at an origin that believes the proxy it is asked through. */
export function visitor(origin: Served, ip: string) {
  let cookie = ''
  const from = () => ({ 'sec-fetch-dest': 'document', 'x-forwarded-for': ip, ...(cookie && { cookie }) })
  return {
    ip,
    /** Goes to a page, as a browser does. @returns the composition it is of */
    async open(path: string): Promise<number> {
      const reply = await origin.send(path, { headers: from() })
      const [kept] = reply.headers['set-cookie']?.[0]?.split(';') ?? []
      if (kept) cookie = kept
      return compositionIn(reply)
    },
    /** Takes the part of the canary, or of the others, whatever is drawn. */
    choose(salt: string, bucket: number) {
      cookie = `site_rollout=${salt}.${bucket}`
    },
    say: (report: object, headers: Record<string, string> = {}) => post(origin, ip, JSON.stringify(report), headers),
  }
}

/** Any message to where pages report. @returns its status */
export async function post(origin: Served, ip: string, payload: string, headers: Record<string, string> = {}) {
  const said = { 'content-type': 'text/plain', 'x-forwarded-for': ip, ...headers }
  const { statusCode } = await origin.origin.app.inject({ method: 'POST', url: '/beacon', headers: said, payload })
  return statusCode
}

/** The `index`th address of a network that is nobody's. */
export function addressNumber(index: number, network = 10): string {
  return `${network}.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}
