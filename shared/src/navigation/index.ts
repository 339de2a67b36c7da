/** The only way a package reaches the router, so that the router is on the page once. */
export { Link } from './link'
export { Navigate, Outlet, useLocation, useNavigate, useParams, useSearchParams } from './router'
