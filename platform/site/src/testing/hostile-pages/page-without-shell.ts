import { hostileFixture } from './hostile-release'

/** A document of its own beside the shell. */
export const release = hostileFixture(
  { content: { 'public/offers.html': '<script src="/assets/catalog/x.js"></script>' } },
  /\/offers\.html of catalog@0\.2\.0 \(public file\) could run beside the shell/,
)
