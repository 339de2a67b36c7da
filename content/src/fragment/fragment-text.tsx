import { company } from '@site/shared/company'
import { useNavigate } from '@site/shared/navigation'
import { Button, Spinner } from '@site/shared/ui'
import { type MouseEvent, Suspense, use, useReducer } from 'react'
import { trustedMarkup } from './fragment-policy'
import classes from './fragment-text.module.css'

type Fragment = { ok: true; html: string } | { ok: false }

type LoadFragment = () => Promise<string>

const RETRY_DELAY_MS = 1_000

const fragments = new Map<string, Fragment | Promise<Fragment>>()

type Props = {
  id: string
  load: LoadFragment
  /** `article` or `policy`, for the sentences shown while it loads or fails. */
  kind: string
}

const OWN_PATH = /^\/(?!\/)/

/** Sanitised HTML, in the server's HTML already; hydrates in place. */
export function FragmentText({ onRetry, ...props }: Props & { onRetry?: () => void }) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)

  function handleRetry() {
    fragments.delete(props.id)
    renderAgain()
    onRetry?.()
  }

  return (
    <Suspense key={props.id} fallback={<LoadingText kind={props.kind} />}>
      <Text {...props} onRetry={handleRetry} />
    </Suspense>
  )
}

function Text({ id, load, kind, onRetry }: Props & { onRetry: () => void }) {
  const followLink = useFollowLink()
  const fragment = useFragment(id, load)
  if (!fragment.ok) return <Failure kind={kind} onRetry={onRetry} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter key arrives as a click
    <div
      id={id}
      className={classes.text}
      onClick={followLink}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by an allow-list when the package is built
      dangerouslySetInnerHTML={{ __html: trustedMarkup(fragment.html) }}
    />
  )
}

/** Suspends while the text is fetched. */
export function useFragment(id: string, load: LoadFragment): Fragment {
  const known = fragmentOf(id, load)
  return known instanceof Promise ? use(known) : known
}

export function LoadingText({ kind }: { kind: string }) {
  return (
    <div className={classes.loading}>
      <Spinner label={`Loading the ${kind}…`} />
    </div>
  )
}

function Failure({ kind, onRetry }: { kind: string; onRetry: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <p>
        {`The ${kind} could not be loaded. Please check your connection and try again, or ask us for it on `}
        <a href={company.phone.href}>{company.phone.display}</a>.
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Links to the site's own pages in HTML that React did not make must not load a page. */
function useFollowLink(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    const isForBrowser = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isForBrowser || !OWN_PATH.test(href)) return
    event.preventDefault()
    navigate(href)
  }
}

/** The server's HTML holds the text a visitor opened first: it is taken from the page, not fetched again. */
export function fragmentOf(id: string, load: LoadFragment): Fragment | Promise<Fragment> {
  const fragment = fragments.get(id) ?? fragmentOnPage(id) ?? fetchFragment(load)
  fragments.set(id, fragment)
  return fragment
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
