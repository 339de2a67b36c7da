/** One HTTP call of the shop to a provider, as the provider's books see it. */
export type ProviderCall = {
  method: string
  path: string
  /** Of the address and of a form's body; `a[b]` stays `a[b]`. */
  fields: ReadonlyMap<string, string>
  /** A JSON body. */
  body: unknown
  headers: Headers
}
export type ProviderReply = { status: number; body: unknown }

/** It fails after it has done what was asked, or before; either way it knows that it was asked. */
export type Breakdown = 'after' | 'before' | undefined
export type ProviderServer = (call: ProviderCall, breaks: Breakdown) => ProviderReply

export async function readCall(url: URL, init: RequestInit): Promise<ProviderCall> {
  const headers = new Headers(init.headers)
  const text = typeof init.body === 'string' ? init.body : ''
  const isForm = headers.get('content-type')?.includes('form') === true
  const fields = new Map([...url.searchParams, ...(isForm ? new URLSearchParams(text) : [])])
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    fields,
    body: !isForm && text !== '' ? JSON.parse(text) : undefined,
    headers,
  }
}

/** The fields of one group: of `metadata`, those named `metadata[…]`. */
export function groupOf(fields: ReadonlyMap<string, string>, name: string): Record<string, string> {
  const found = [...fields].flatMap(([key, value]) => {
    const inner = key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : undefined
    return inner === undefined ? [] : [[inner, value] as const]
  })
  return Object.fromEntries(found)
}
