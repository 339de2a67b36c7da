import type { ReleaseManifest } from '@site/shared/release'
import { posts } from './blog/posts'

export default {
  pages: [
    { module: './blog-page', path: '/blog' },
    ...posts.map(({ id }) => ({ module: './blog-post-page', path: `/blog/${id}` })),
    {
      module: './blog-post-page',
      path: '/blog/not-found',
      fallback: { below: '/blog', status: 404 },
      noindex: true,
    },
    { module: './careers-page', path: '/careers' },
    { module: './policies-page', path: '/policies' },
  ],
} satisfies ReleaseManifest
