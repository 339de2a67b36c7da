export type FakeReply = { isOk: boolean; body: Record<string, unknown> }

export async function callFakeProvider(path: string, body?: object): Promise<FakeReply> {
  const response = await fetch(`/sandbox${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'sandbox' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json: unknown = await response.json()
  const isObject = typeof json === 'object' && json !== null
  return { isOk: response.ok, body: isObject ? { ...json } : {} }
}
