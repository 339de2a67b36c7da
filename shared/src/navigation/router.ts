/**
 * The parts of the router that packages use, with types of the site's own: what a package was compiled against must
 * not depend on which version of the router its build had installed.
 */
import type { ReactNode } from 'react'
import * as router from 'react-router-dom'

/** Where the visitor is. */
export type Place = {
  pathname: string
  /** With its `?`, or empty. */
  search: string
  /** With its `#`, or empty. */
  hash: string
  /** Kept with the entry of the history. */
  state: unknown
  /** Another for each entry of the history. */
  key: string
}

export type GoOptions = { replace?: boolean; state?: unknown; preventScrollReset?: boolean }
/** Goes to an address of this site. */
export type Go = (to: string, options?: GoOptions) => void | Promise<void>

export type SearchChange =
  | URLSearchParams
  | Readonly<Record<string, string>>
  | ((current: URLSearchParams) => URLSearchParams)
/** Writes the query of the page that is shown; `false` when it is not where the visitor is going and nothing was written. */
export type WriteSearch = (change: SearchChange, options?: GoOptions) => boolean

export const useLocation: () => Place = router.useLocation
export const useNavigate: () => Go = router.useNavigate
/** The parts of the path that the route names, for example `id`. */
export const useParams: () => Readonly<Partial<Record<string, string>>> = router.useParams
/** Goes elsewhere when it is rendered. */
export const Navigate: (props: { to: string; replace?: boolean }) => ReactNode = router.Navigate
/** The place of the page inside a layout. */
export const Outlet: (props: Readonly<Record<never, never>>) => ReactNode = router.Outlet
