import { mountHarness } from '@site/shared/harness'
import BlogPage from './blog/blog-page'
import BlogPostPage from './blog/blog-post-page'
import CareersPage from './careers/careers-page'
import PoliciesPage from './policies/policies-page'

mountHarness({
  '/blog': BlogPage,
  '/blog/:id': BlogPostPage,
  '/careers': CareersPage,
  '/policies': PoliciesPage,
})
