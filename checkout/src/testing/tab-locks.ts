type Waiting = { name: string; run: () => unknown }

let held: { name: string }[] = []
let waiting: Waiting[] = []

export function installTabLocks(): void {
  const locks = {
    request: (name: string, run: () => unknown) =>
      new Promise<unknown>((resolve) => {
        waiting.push({ name, run: async () => resolve(await run()) })
        void grant()
      }),
    query: async () => ({ held: [...held] }),
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
}

export async function resetTabLocks(): Promise<void> {
  held = []
  await grant()
}

export function otherTabPays(): () => void {
  const lock = { name: 'checkout-payment' }
  held.push(lock)
  return () => {
    held = held.filter((it) => it !== lock)
    void grant()
  }
}

async function grant(): Promise<void> {
  const next = waiting.find(({ name }) => !held.some((lock) => lock.name === name))
  if (!next) return
  const lock = { name: next.name }
  waiting = waiting.filter((it) => it !== next)
  held.push(lock)
  await next.run()
  held = held.filter((it) => it !== lock)
  await grant()
}
