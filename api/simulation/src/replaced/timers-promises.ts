/** Replaces `node:timers/promises`, which captures its timers before they can be replaced. Nothing ends one early. */
export const setTimeout = <T>(ms: number, value?: T): Promise<T | undefined> =>
  new Promise((resolve) => globalThis.setTimeout(resolve, ms, value))

export const setImmediate = async (): Promise<void> => {}
