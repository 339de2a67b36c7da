import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useSearchParams as useQuery } from 'react-router-dom'
import type { WriteSearch } from './router'

/**
 * The query of the rendered page and its setter. A page stays rendered while the next one is being fetched; what it
 * writes then is dropped, because the router would give up going there, or put it into the next page's address.
 */
export function useSearchParams(): [URLSearchParams, WriteSearch] {
  const router = useContext(RouterContext)?.router
  const { pathname } = useLocation()
  const [params, setParams] = useQuery()
  const write = useCallback<WriteSearch>(
    (...change) => {
      const { navigation, location } = router?.state ?? {}
      if (navigation?.state === 'idle' && location?.pathname === pathname) setParams(...change)
    },
    [router, pathname, setParams],
  )
  return [params, write]
}
