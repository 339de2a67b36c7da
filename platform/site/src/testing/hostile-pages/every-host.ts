import { hostileFixture } from './hostile-release'

/** Scripts from anywhere. */
export const release = hostileFixture(
  { pages: [{ module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ['*'] } }] },
  /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
)
