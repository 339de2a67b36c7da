import { type BlogPost, posts } from './posts'

const LATEST_COUNT = 3
const RELATED_COUNT = 3

export const latestPosts = posts.slice(0, LATEST_COUNT)

export function relatedPosts(post: BlogPost): BlogPost[] {
  const sharedWith = (other: BlogPost) => other.category.filter((name) => post.category.includes(name)).length
  return posts
    .filter((other) => other.id !== post.id && sharedWith(other) > 0)
    .sort((a, b) => sharedWith(b) - sharedWith(a))
    .slice(0, RELATED_COUNT)
}

export const categories = [...new Set(posts.flatMap(({ category }) => category))]
  .sort()
  .map((name) => ({ name, posts: posts.filter(({ category }) => category.includes(name)) }))
