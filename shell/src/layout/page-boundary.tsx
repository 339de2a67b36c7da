import { type ReactNode, Suspense } from 'react'
import { ChunkErrorBoundary } from '../remotes/chunk-error-boundary'
import { type ModuleName, ownerOf } from '../remotes/route-modules'
import { PageLoading } from './page-loading'

/**
 * The border around one package's page: it hydrates in place when its module arrives, shows that it
 * is loading on later navigations, and keeps a module that cannot be loaded from touching the rest.
 */
export function PageBoundary({ module, children }: { module: ModuleName; children: ReactNode }) {
  return (
    <div data-boundary={ownerOf(module)}>
      <ChunkErrorBoundary>
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
      </ChunkErrorBoundary>
    </div>
  )
}
