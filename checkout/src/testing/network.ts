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
