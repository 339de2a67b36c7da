import { Link } from '@site/shared/navigation'
import { blogPostPath } from '@site/shared/paths'
import { Card, Tag, VisuallyHidden } from '@site/shared/ui'
import classes from './post-card.module.css'
import { PostDate } from './post-date'
import type { BlogPost } from './posts'

export function PostCard({ post, isFeatured = false }: { post: BlogPost; isFeatured?: boolean }) {
  const { id, title, excerpt, author, date, category, image, readTime } = post
  const path = blogPostPath(id)
  return (
    <Card as="article" className={isFeatured ? classes.featured : classes.post}>
      <img
        className={classes.image}
        src={image}
        alt=""
        width={1200}
        height={630}
        loading={isFeatured ? 'eager' : 'lazy'}
        fetchPriority={isFeatured ? 'high' : undefined}
        decoding="async"
      />
      <div className={classes.text}>
        <p className={classes.facts}>
          <Tag>{category[0]}</Tag> <PostDate date={date} /> <span>{readTime}</span>
        </p>
        <h2 className={classes.title}>
          <Link to={path} className={classes.link}>
            {title}
          </Link>
        </h2>
        <p>{excerpt}</p>
        <p className={classes.end}>
          <span>By {author}</span>
          <Link to={path} className={classes.more}>
            Read More<VisuallyHidden> about {title}</VisuallyHidden>
          </Link>
        </p>
      </div>
    </Card>
  )
}
