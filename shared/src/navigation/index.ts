/**
 * The navigation façade: the only way a package reaches the router. It names what is used, so the
 * router is on the page once and no larger than it needs to be.
 */
export { Link } from './link'
export { Navigate, Outlet, useLocation, useNavigate, useParams } from './router'
export { useSearchParams } from './use-search-params'
