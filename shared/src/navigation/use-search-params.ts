import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useSearchParams as useQuery } from 'react-router-dom'
import type { WriteSearch } from './router'

/**
 * A page stays rendered while the next one is fetched. Its writes are dropped then: the router would give up the
 * navigation.
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
