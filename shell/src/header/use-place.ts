import { useLocation } from '@site/shared/navigation'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { type Place, placeOf } from './place'

/** Pre-rendered pages do not depend on `type`, so neither does the first render (R23). */
export function usePlace(): Place {
  const { pathname, search } = useLocation()
  const place = placeOf(pathname, search)
  return useIsHydrated() ? place : { ...place, type: null }
}
