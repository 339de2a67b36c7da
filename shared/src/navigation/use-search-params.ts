import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useSearchParams as useQuery } from 'react-router-dom'
import type { WriteSearch } from './router'

/**
 * The query of the rendered page and its setter. A page stays rendered while the next one is being fetched, or while
 * the router is already at another address; what it writes then is dropped, because the router would give up going
 * there, or the former query would take the place of the new one.
 */
export function useSearchParams(): [URLSearchParams, WriteSearch] {
  const router = useContext(RouterContext)?.router
  const { key } = useLocation()
  const [params, setParams] = useQuery()
  const write = useCallback<WriteSearch>(
    (...change) => {
      const { navigation, location } = router?.state ?? {}
      const isShown = navigation?.state === 'idle' && location?.key === key
      if (isShown) setParams(...change)
      return isShown
    },
    [router, key, setParams],
  )
  return [params, write]
}
