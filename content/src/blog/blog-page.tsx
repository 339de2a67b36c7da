import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import classes from './blog-page.module.css'
import { LatestPosts } from './latest-posts'
import { PostCard } from './post-card'
import { posts } from './posts'

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
