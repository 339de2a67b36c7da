/** A refusal that the operator can act on; the message gives the reason. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code))
}
