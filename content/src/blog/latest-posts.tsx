import { Link } from '@site/shared/navigation'
import { blogPostPath, paths } from '@site/shared/paths'
import { Card } from '@site/shared/ui'
import classes from './latest-posts.module.css'
import { PostDate } from './post-links'
import { posts } from './posts'

/** A static block: it needs no script. */
export default function LatestPosts({ count }: { count: number }) {
  return (
    <section className={classes.latest} aria-labelledby="latest-posts">
      <div className={classes.head}>
        <h2 id="latest-posts">From the blog</h2>
        <Link to={paths.blog}>All posts</Link>
      </div>
      <ul className={classes.posts}>
        {posts.slice(0, count).map(({ id, title, excerpt, date, image }) => (
          <Card as="li" key={id} className={classes.post}>
            <img className={classes.image} src={image} alt="" width="1200" height="630" fetchPriority="low" />
            <div className={classes.text}>
              <p className={classes.date}>
                <PostDate date={date} />
              </p>
              <h3 className={classes.title}>
                <Link to={blogPostPath(id)}>{title}</Link>
              </h3>
              <p>{excerpt}</p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
