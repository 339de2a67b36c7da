import { type ReactNode, Suspense } from 'react'
import { ChunkErrorBoundary } from '../remotes/chunk-error-boundary'
import { type ModuleName, ownerOf } from '../remotes/route-modules'
import { PageLoading } from './page-loading'

type Props = {
  module: ModuleName
  /** Called when a visitor asks for a module again that could not be loaded. */
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/**
 * The border around one package's page: it hydrates in place when its module arrives, shows that it
 * is loading on later navigations, and keeps a module that cannot be loaded from touching the rest.
 */
export function PageBoundary({ module, onRetry, children }: Props) {
  return (
    <div data-boundary={ownerOf(module)}>
      <ChunkErrorBoundary onRetry={onRetry}>
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
      </ChunkErrorBoundary>
    </div>
  )
}
