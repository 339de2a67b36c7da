export type Fragment = { ok: true; html: string } | { ok: false }

export type LoadFragment = () => Promise<string>

const RETRY_DELAY_MS = 1_000

const fragments = new Map<string, Fragment | Promise<Fragment>>()

/** The server's HTML holds the text a visitor opened first: it is taken from the page, not fetched again. */
export function fragmentOf(id: string, load: LoadFragment): Fragment | Promise<Fragment> {
  const fragment = fragments.get(id) ?? fragmentOnPage(id) ?? fetchFragment(load)
  fragments.set(id, fragment)
  return fragment
}

export function forgetFragment(id: string): void {
  fragments.delete(id)
}

function fragmentOnPage(id: string): Fragment | undefined {
  const element = typeof document === 'undefined' ? null : document.getElementById(id)
  return element ? { ok: true, html: element.innerHTML } : undefined
}

async function fetchFragment(load: LoadFragment): Promise<Fragment> {
  const wait = () => new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  try {
    return { ok: true, html: await load().catch(() => wait().then(load)) }
  } catch (error) {
    // On the server a missing text must stop the release; in the browser it must not take the page away.
    if (typeof document === 'undefined') throw error
    console.error(error)
    return { ok: false }
  }
}
