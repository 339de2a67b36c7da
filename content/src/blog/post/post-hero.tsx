import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { PostDate } from '../post-date'
import type { BlogPost } from '../posts'
import classes from './post-hero.module.css'

export const POST_TITLE_ID = 'post-title'

export function PostHero({ post }: { post: BlogPost }) {
  return (
    <header className={classes.hero}>
      <div className={classes.text}>
        <Link to={paths.blog} className={classes.all}>
          All posts
        </Link>
        <ul className={classes.tags} aria-label="Categories of this article">
          {post.category.map((name) => (
            <li key={name} className={classes.tag}>
              {name}
            </li>
          ))}
        </ul>
        <h1 id={POST_TITLE_ID} className={classes.title} tabIndex={-1}>
          {post.title}
        </h1>
        <p className={classes.lead}>{post.content}</p>
        <p className={classes.facts}>
          <span>By {post.author}</span> <PostDate date={post.date} /> <span>{post.readTime}</span>
        </p>
      </div>
      <img
        className={classes.image}
        src={post.image}
        alt=""
        width={1200}
        height={630}
        fetchPriority="high"
        decoding="async"
      />
    </header>
  )
}
