/** An element of the page that a visitor uses. */
export type Found = {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
}

/** Runs in the page, as text: it may use nothing but its argument. Gives the element, once it is there. */
export type Locator<Argument> = (argument: Argument) => Element | null | undefined

/** The little that the journey needs of a browser, whichever way it is driven. */
export type Visitor = {
  /** Name and version, as the browser gives them. */
  version: string
  open: (url: string) => Promise<void>
  /** Waits until the element is there. */
  find: <Argument>(locator: Locator<Argument>, argument: Argument) => Promise<Found>
  /** Asks the page; what it answers is plain data. */
  ask: <Argument>(question: (argument: Argument) => unknown, argument: Argument) => Promise<unknown>
  close: () => Promise<void>
}

export type Engine = {
  name: 'chromium' | 'firefox' | 'webkit'
  /** @throws Error that says what to install when the engine is not on this machine */
  open: () => Promise<Visitor>
}

const WAITING_MS = 30_000

/** Asks until there is an answer. @throws Error naming what did not happen */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | null | undefined | false>,
): Promise<Answer> {
  const deadline = Date.now() + WAITING_MS
  for (;;) {
    let cause: unknown
    // A page that is just being left has no answer.
    const answer = await ask().catch((error) => {
      cause = error
    })
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`It did not happen: ${what}`, { cause })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
