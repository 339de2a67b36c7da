import { hostileFixture } from './hostile-release'

/** Creates the policy by which the shell makes scripts of addresses. */
export const release = hostileFixture(
  { trustedTypes: ['default'] },
  /catalog@0\.2\.0 declares the Trusted Types policy "default"/,
)
