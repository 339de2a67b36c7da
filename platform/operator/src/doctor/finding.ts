import { messageOf } from '@platform/base/errors/refusal'

/** `problem` harms visitors or payments, now or at the next step; `warning` needs a look. */
export type Level = 'problem' | 'warning'

export type Finding = {
  /** Stable, for scripts and documents: `release-damaged`. */
  code: string
  level: Level
  what: string
  /** Suggested fix. */
  todo: string
}

export function problem(code: string, what: string, todo: string): Finding {
  return { code, level: 'problem', what, todo }
}

export function warning(code: string, what: string, todo: string): Finding {
  return { code, level: 'warning', what, todo }
}

export async function findingIfThrown(
  check: () => Promise<unknown>,
  describe: (message: string) => Finding,
): Promise<Finding[]> {
  try {
    await check()
    return []
  } catch (error) {
    return [describe(messageOf(error))]
  }
}
