import { SITE_CONFIG_ID, type SiteConfig } from '@site/shared/site-config'

export type Call = { path: string; body: Record<string, unknown>; headers: Record<string, string> }

export type Answer = { status?: number; body?: unknown } | 'no-response' | Promise<{ status?: number; body?: unknown }>
type Answers = Readonly<Record<string, Answer | ((call: Call) => Answer)>>

/** Answers by path; any other path fails the test. */
export function installNetwork(answers: Answers): Call[] {
  const calls: Call[] = []
  const fetch = async (input: URL, init: { body: string; headers: Record<string, string>; signal: AbortSignal }) => {
    const call: Call = { path: input.pathname, body: JSON.parse(init.body), headers: init.headers }
    calls.push(call)
    const found = answers[call.path]
    if (found === undefined) throw new Error(`Nobody answers ${call.path}`)
    const answer = await Promise.race([typeof found === 'function' ? found(call) : found, abortOf(init.signal)])
    if (answer === 'no-response') throw new TypeError('Failed to fetch')
    const { status = 200, body = {} } = answer
    return { ok: status < 300, status, text: async () => (typeof body === 'string' ? body : JSON.stringify(body)) }
  }
  Object.assign(globalThis, { fetch })
  return calls
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

export function refused(status: number, message?: string, code?: string, data?: object) {
  return { status, body: { success: false, message, code, data } }
}

export const confirmed = { body: { success: true, message: '', data: { status: 'paid', isMailed: true } } }
export const notPaid = refused(400, 'Not paid.', 'payment_not_confirmed')
export const pending = refused(409, 'Wait.', 'payment_processing')
export const noResponse: Answer = 'no-response'

export function standing(status: string, isMailed = true) {
  return { body: { success: true, message: `It is ${status}.`, data: { status, isMailed } } }
}

/** Read once per test file. */
export function installSiteConfig(change: Partial<SiteConfig> = {}): void {
  const config: Partial<SiteConfig> = { apiBase: '/api', sandbox: true, ...change }
  const script = document.createElement('script')
  script.id = SITE_CONFIG_ID
  script.type = 'application/json'
  script.textContent = JSON.stringify(config)
  document.getElementById(SITE_CONFIG_ID)?.remove()
  document.head.append(script)
}
