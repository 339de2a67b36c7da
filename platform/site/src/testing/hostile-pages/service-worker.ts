import { hostileFixture } from './hostile-release'

/** A script at the root, which would answer for every page of the site from then on. */
export const release = hostileFixture(
  { content: { 'public/sw.js': 'onfetch=steal' } },
  /\/sw\.js of catalog@0\.2\.0 \(public file\) could run beside the shell/,
)
