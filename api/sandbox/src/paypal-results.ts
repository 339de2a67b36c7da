import type { Result } from './answer-call'

export const missingOrder: Result = {
  status: 404,
  body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }], message: 'There is no such order.' },
}

export function refusedBy(issue: string): Result {
  return {
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }], message: 'The order cannot be processed.' },
  }
}

export const payPalId = (bytes: string): string => bytes.slice(0, 17).toUpperCase()
