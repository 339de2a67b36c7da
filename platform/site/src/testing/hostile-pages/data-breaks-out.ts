import { hostileFixture } from './hostile-release'

/** Structured data that ends its element. The fixture host writes it as it is; a real one escapes it. */
export const release = hostileFixture(
  {
    pages: [
      {
        module: './courses-page',
        path: '/courses',
        structuredData: [{ '@type': 'Organization', name: '</script><script>steal()</script>' }],
      },
    ],
  },
  /page \/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an inline script that the shell does not declare/,
)
