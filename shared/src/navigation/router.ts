/** Types of the site's own: a package must not depend on the router version that its build had installed. */
import { type ReactNode, useCallback, useContext } from 'react'
import * as router from 'react-router-dom'

export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }

export type GoOptions = { replace?: boolean; state?: unknown; preventScrollReset?: boolean }
export type Go = (to: string, options?: GoOptions) => void | Promise<void>

export type SearchChange =
  | URLSearchParams
  | Readonly<Record<string, string>>
  | ((current: URLSearchParams) => URLSearchParams)
/** `false` when the page is not where the visitor is going and nothing was written. */
export type WriteSearch = (change: SearchChange, options?: GoOptions) => boolean

export const useLocation: () => Place = router.useLocation
export const useNavigate: () => Go = router.useNavigate
export const useParams: () => Readonly<Partial<Record<string, string>>> = router.useParams
export const Navigate: (props: { to: string; replace?: boolean }) => ReactNode = router.Navigate
export const Outlet: (props: Readonly<Record<never, never>>) => ReactNode = router.Outlet

/**
 * A page stays rendered while the next one is fetched. Its writes are dropped then: the router would give up the
 * navigation.
 */
export function useSearchParams(): [URLSearchParams, WriteSearch] {
  const data = useContext(router.UNSAFE_DataRouterContext)?.router
  const { key } = router.useLocation()
  const [params, setParams] = router.useSearchParams()
  const write = useCallback<WriteSearch>(
    (...change) => {
      const { navigation, location } = data?.state ?? {}
      const isShown = navigation?.state === 'idle' && location?.key === key
      if (isShown) setParams(...change)
      return isShown
    },
    [data, key, setParams],
  )
  return [params, write]
}
