import { company } from '@site/shared/company'
import { Button, Spinner } from '@site/shared/ui'
import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ChunkLoadError } from '../remotes/module-state'
import { type ModuleName, ownerOf } from '../remotes/route-modules'
import late from './layout.late.module.css'

type Props = {
  module: ModuleName
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/** A visitor is offered a way out well before the hard limit of 120 s (D-04). */
const STILL_LOADING_MS = 2_500

/** Isolates one package's page: hydrates in place, shows loading on later navigations, contains load failures. */
export function PageBoundary({ module, onRetry, children }: Props) {
  return (
    <div data-boundary={ownerOf(module)}>
      <ChunkErrorBoundary onRetry={onRetry}>
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
      </ChunkErrorBoundary>
    </div>
  )
}

type BoundaryProps = { children: ReactNode; onRetry?: (() => void) | undefined }

type State = { error: unknown }

/** Catches load failures alone; other errors go on to the router (R10, D-03). */
class ChunkErrorBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
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
    if (error !== undefined) throw error
    return this.props.children
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
