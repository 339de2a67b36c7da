import { Link } from '@site/shared/navigation'
import { blogPostPath } from '@site/shared/paths'
import { PostDate } from '../post-date'
import type { BlogPost } from '../posts'
import classes from './post-links.module.css'

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
