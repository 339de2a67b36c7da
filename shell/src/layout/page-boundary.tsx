import { type ReactNode, Suspense } from 'react'
import { ChunkErrorBoundary } from '../remotes/chunk-error-boundary'
import { type ModuleName, ownerOf } from '../remotes/route-modules'
import { PageLoading } from './page-loading'

type Props = {
  module: ModuleName
  onRetry?: (() => void) | undefined
  children: ReactNode
}

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
