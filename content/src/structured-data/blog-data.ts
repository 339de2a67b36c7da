import { blogPostPath, paths } from '@site/shared/paths'
import type { StructuredData } from '@site/shared/release'
import { breadcrumbs, organisation } from '@site/shared/structured-data'
import { type BlogPost, posts } from '../blog/posts'

const blog = { name: 'Blog', path: paths.blog }

export function blogData(): StructuredData {
  return [
    breadcrumbs(blog),
    { '@type': 'Blog', url: blog.path, name: blog.name, publisher: organisation, blogPost: posts.map(postNode) },
  ]
}

export function postData(post: BlogPost): StructuredData {
  return [breadcrumbs(blog, { name: post.title, path: blogPostPath(post.id) }), postNode(post)]
}

function postNode({ id, title, excerpt, author, date, category }: BlogPost) {
  const path = blogPostPath(id)
  return {
    '@type': 'BlogPosting',
    '@id': path,
    url: path,
    mainEntityOfPage: path,
    headline: title,
    description: excerpt,
    image: `/og/blog-${id}.jpg`,
    datePublished: date,
    author: { '@type': 'Organization', name: author, url: paths.about, parentOrganization: organisation },
    publisher: organisation,
    articleSection: category,
    inLanguage: 'en-GB',
  }
}
