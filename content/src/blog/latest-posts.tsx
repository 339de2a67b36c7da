import classes from './latest-posts.module.css'
import { PostLinks } from './post/post-links'
import { latestPosts } from './post-lists'

export function LatestPosts() {
  return (
    <section className={classes.block} aria-labelledby="latest-posts-title">
      <h2 id="latest-posts-title" className={classes.title}>
        Latest Posts
      </h2>
      <PostLinks posts={latestPosts} />
    </section>
  )
}
