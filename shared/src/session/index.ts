/** The signed-in user: one instance on a page (R119–R121). */
export { parseSignedIn, type SessionUser, type SignedIn } from './session'
export { isAuthenticated, type SessionState, sessionStore, useSession } from './session-store'
