import { hostileFixture } from './hostile-release'

/** A host that nobody has granted the package. */
export const release = hostileFixture(
  {
    pages: [
      {
        module: './courses-page',
        path: '/courses',
        contentSecurityPolicy: { 'script-src': ['https://js.evil.example'] },
      },
    ],
  },
  /catalog@0\.2\.0 would let \/courses reach https:\/\/js\.evil\.example .*: site hosts allow catalog https:\/\/js\.evil\.example --for script-src/,
)
