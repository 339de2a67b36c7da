import { posts } from './blog/posts'
import release from './release'

it('R5: names every page of the package, each post by its address', () => {
  expect(release.pages.map(({ path }) => path)).toEqual([
    '/blog',
    ...posts.map(({ id }) => `/blog/${id}`),
    '/blog/not-found',
    '/careers',
    '/policies',
  ])
})

it('D-21: answers any other post with status 404 and keeps it out of search engines', () => {
  expect(release.pages.find(({ path }) => path === '/blog/not-found')).toMatchObject({
    module: './blog-post-page',
    fallback: { below: '/blog', status: 404 },
    noindex: true,
  })
})
