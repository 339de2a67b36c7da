import { company } from '@site/shared/company'
import { Button, Spinner } from '@site/shared/ui'
import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { isKept, showServerDocument } from '../document/server-document'
import { ROOT_ID } from '../document/start-event'
import { ChunkLoadError } from '../remotes/module-state'
import { type ModuleName, ownerOf } from '../remotes/route-modules'
import late from './layout.late.module.css'

type Props = { module: ModuleName; onRetry?: (() => void) | undefined; children: ReactNode }

/** A visitor is offered a way out well before the hard limit of 120 s (D-04). */
const STILL_LOADING_MS = 2_500

/** Isolates one package's page: hydrates in place, shows loading on later navigations, contains load failures. */
export function PageBoundary({ module, onRetry, children }: Props) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div data-boundary={ownerOf(module)} ref={part}>
      <ErrorBoundary part={() => part.current} onRetry={onRetry}>
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
      </ErrorBoundary>
    </div>
  )
}

/** Contains what fails above the page before the document is interactive. */
export function DocumentBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary part={() => document.getElementById(ROOT_ID)}>{children}</ErrorBoundary>
}

type BoundaryProps = { part: () => Element | null; onRetry?: (() => void) | undefined; children: ReactNode }

type State = { error: unknown }

/**
 * Offers a failed load again. Any other error leaves a part that was never interactive as the server sent it, and
 * otherwise goes on to the router (R10, D-03).
 */
class ErrorBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    const part = this.props.part()
    if (part && isKept(part) && !(error instanceof ChunkLoadError)) showServerDocument(part)
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error instanceof ChunkLoadError) {
      return <LoadFailure title="This page could not be loaded" onRetry={this.retry} />
    }
    if (error === undefined) return this.props.children
    if (isKept(this.props.part())) return null
    throw error
  }
}

function PageLoading() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), STILL_LOADING_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isSlow) {
    return (
      <div data-loading>
        <LoadFailure title="This page is still loading" onRetry={() => window.location.reload()} />
      </div>
    )
  }
  return (
    <div className={late.loading} data-loading>
      <title>{`Loading | ${company.shortName}`}</title>
      <Spinner label="Loading the page…" />
    </div>
  )
}

type FailureProps = { title: string; onRetry: () => void }

function LoadFailure({ title, onRetry }: FailureProps) {
  return (
    <section className={late.failure} role="alert">
      <title>{`${title} | ${company.shortName}`}</title>
      <h1 className={late.title}>{title}</h1>
      <p>
        The connection may be slow or interrupted. The rest of the site works as usual. You can also call{' '}
        <a href={company.phone.href}>{company.phone.display}</a> or write to{' '}
        <a href={`mailto:${company.email}`}>{company.email}</a>.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  )
}
