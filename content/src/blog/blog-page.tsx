import { Link } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { blogPostPath, paths } from '@site/shared/paths'
import { Card, PageOpening, Tag, VisuallyHidden } from '@site/shared/ui'
import classes from './blog-page.module.css'
import { LatestPosts, PostDate } from './post-links'
import { type BlogPost, posts } from './posts'

const [featured, ...others] = posts

export default function BlogPage() {
  return (
    <>
      <PageHead
        title="Blog"
        description="Practical guides to safety training in the UK: which CITB, first aid and food hygiene course a role needs, working at height and mental health first aid."
        path={paths.blog}
        image="/og/blog.jpg"
      />
      <PageOpening
        title="Blog"
        lead="Practical guides to safety training and the rules behind it, for the people who have to make them work."
      />
      <div className={classes.columns}>
        <div className={classes.posts}>
          {featured && <PostCard post={featured} isFeatured />}
          {others.map((post) => (
            <PostCard key={post.id} post={post} />
          ))}
        </div>
        <div className={classes.aside}>
          <LatestPosts />
        </div>
      </div>
    </>
  )
}

function PostCard({ post, isFeatured = false }: { post: BlogPost; isFeatured?: boolean }) {
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
        fetchPriority={isFeatured ? 'high' : 'low'}
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
