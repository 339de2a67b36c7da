import { company } from '@site/shared/company'
import { useNavigate } from '@site/shared/navigation'
import { Button, Spinner } from '@site/shared/ui'
import { type MouseEvent, Suspense, use, useReducer } from 'react'
import { trustedMarkup } from './fragment-policy'
import { type Fragment, forgetFragment, fragmentOf, type LoadFragment } from './fragment-store'
import classes from './fragment-text.module.css'

type Props = {
  id: string
  load: LoadFragment
  /** `article` or `policy`, for the sentences shown while it loads or fails. */
  kind: string
}

const OWN_PATH = /^\/(?!\/)/

/** Sanitised HTML, in the server's HTML already; hydrates in place. */
export function FragmentText(props: Props) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)

  function handleRetry() {
    forgetFragment(props.id)
    renderAgain()
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
