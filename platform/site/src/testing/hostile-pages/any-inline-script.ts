import { hostileFixture } from './hostile-release'

/** Inline scripts of any kind. */
export const release = hostileFixture(
  {
    pages: [
      { module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ["'unsafe-inline'"] } },
    ],
  },
  /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
)
