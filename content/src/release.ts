import { blogPostPath, paths } from '@site/shared/paths'
import type { ReleaseManifest } from '@site/shared/release'
import { breadcrumbs } from '@site/shared/structured-data'
import { coursesBlock, posts } from './blog/posts'
import { FRAGMENT_POLICY } from './fragment/fragment-policy'
import { blogData, careersData, postData } from './structured-data'

export default {
  pages: [
    { module: './blog-page', path: '/blog', structuredData: blogData() },
    ...posts.map((post) => ({
      module: './blog-post-page',
      path: blogPostPath(post.id),
      structuredData: postData(post),
      blocks: [coursesBlock(post)],
    })),
    { module: './blog-post-page', path: '/blog/not-found', fallback: { below: '/blog', status: 404 }, noindex: true },
    { module: './careers-page', path: '/careers', structuredData: careersData() },
    {
      module: './policies-page',
      path: '/policies',
      structuredData: [breadcrumbs({ name: 'Policies', path: paths.policies })],
    },
  ],
  blocks: [
    {
      module: './latest-posts',
      isStatic: true,
      props: {
        type: 'object',
        properties: { count: { type: 'integer', minimum: 1 } },
        required: ['count'],
        additionalProperties: false,
      },
    },
  ],
  menu: [
    { menu: 'main', label: 'Careers', to: paths.careers, after: 'Online Courses' },
    { menu: 'main', label: 'Blog', to: paths.blog, after: 'Careers' },
  ],
  trustedTypes: [FRAGMENT_POLICY],
} satisfies ReleaseManifest
