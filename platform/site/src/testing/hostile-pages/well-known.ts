import { hostileFixture } from './hostile-release'

/** Promises others something in the name of the whole site. */
export const release = hostileFixture(
  { content: { 'public/.well-known/assetlinks.json': '[]' } },
  /\/\.well-known\/assetlinks\.json of catalog@0\.2\.0 \(public file\) is an address of the origin itself/,
)
