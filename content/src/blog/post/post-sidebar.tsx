import { Button } from '@site/shared/ui'
import { categories, relatedPosts } from '../post-lists'
import type { BlogPost } from '../posts'
import { PostLinks } from './post-links'
import classes from './post-sidebar.module.css'

const networks = ['Facebook', 'X', 'LinkedIn']

export function PostSidebar({ post }: { post: BlogPost }) {
  const related = relatedPosts(post)
  return (
    <aside className={classes.sidebar} aria-label="More from the blog">
      {related.length > 0 && (
        <section aria-labelledby="related-title">
          <h2 id="related-title" className={classes.title}>
            Related Posts
          </h2>
          <PostLinks posts={related} />
        </section>
      )}
      <section aria-labelledby="categories-title">
        <h2 id="categories-title" className={classes.title}>
          Categories
        </h2>
        {categories.map(({ name, posts }) => (
          <details key={name} className={classes.category}>
            <summary className={classes.summary}>
              {name} <span className={classes.count}>({posts.length})</span>
            </summary>
            <PostLinks posts={posts} />
          </details>
        ))}
      </section>
      <section aria-labelledby="share-title">
        <h2 id="share-title" className={classes.title}>
          Share
        </h2>
        {/* The buttons do nothing, as specified (R78, D-22). */}
        <div className={classes.buttons}>
          {networks.map((name) => (
            <Button key={name} variant="secondary" size="small" aria-label={`Share on ${name}`}>
              {name}
            </Button>
          ))}
        </div>
      </section>
    </aside>
  )
}
