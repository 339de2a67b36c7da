export type StandInReply = { isOk: boolean; body: Record<string, unknown> }

/**
 * Calls the stand-in behind the page.
 * @throws Error when it gives no answer.
 */
export async function callStandIn(path: string, body?: object): Promise<StandInReply> {
  const response = await fetch(`/sandbox${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'sandbox' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json: unknown = await response.json()
  const isObject = typeof json === 'object' && json !== null
  return { isOk: response.ok, body: isObject ? { ...json } : {} }
}
