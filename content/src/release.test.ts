import { posts } from './blog/posts'
import { blogData, careersData, postData } from './structured-data'

it('R75: the blog names its five posts to search engines', () => {
  expect(blogData()).toMatchObject([
    { '@type': 'BreadcrumbList' },
    { '@type': 'Blog', blogPost: posts.map(({ title }) => ({ '@type': 'BlogPosting', headline: title })) },
  ])
})

it.each(posts)('R80: post $id has a headline, a date, an author and a picture for search engines', (post) => {
  expect(postData(post)).toMatchObject([
    {
      itemListElement: [
        { position: 1, name: 'Home', item: '/' },
        { position: 2, name: 'Blog', item: '/blog' },
        { position: 3, name: post.title, item: `/blog/${post.id}` },
      ],
    },
    {
      '@type': 'BlogPosting',
      headline: post.title,
      datePublished: post.date,
      image: `/og/blog-${post.id}.jpg`,
      author: { '@type': 'Organization', name: post.author },
    },
  ])
})

it('R82: the three jobs are described to search engines in full, as HTML', () => {
  const jobs = careersData().filter((node) => node['@type'] === 'JobPosting')
  expect(jobs).toMatchObject([
    { title: 'Training Coordinator' },
    { title: 'Health & Safety Trainer', employmentType: 'FULL_TIME', directApply: false },
    { title: 'Food Safety Consultant', jobLocation: { address: { addressLocality: 'London' } } },
  ])
  expect(jobs[1]?.description).toMatch(/^<p>You lead .*<p>Full-time, permanent, London\.<\/p>.*<li>A health and safety/)
  expect(jobs[0]?.description).not.toMatch(/&(?!amp;|lt;)/)
})
