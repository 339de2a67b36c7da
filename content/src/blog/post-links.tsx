import { Link } from '@site/shared/navigation'
import { blogPostPath } from '@site/shared/paths'
import classes from './post-links.module.css'
import { type BlogPost, latestPosts } from './posts'

// Not `Intl`: making a date formatter takes a slow phone 50 ms.
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

export function PostLinks({ posts }: { posts: readonly BlogPost[] }) {
  return (
    <ul className={classes.list}>
      {posts.map(({ id, title, date }) => (
        <li key={id} className={classes.item}>
          <Link to={blogPostPath(id)} className={classes.link}>
            {title}
          </Link>
          <p className={classes.date}>
            <PostDate date={date} />
          </p>
        </li>
      ))}
    </ul>
  )
}

export function PostDate({ date }: { date: string }) {
  const [year, month = 1, day] = date.split('-').map(Number)
  return <time dateTime={date}>{`${day} ${months[month - 1]} ${year}`}</time>
}

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
