import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import { LatestPosts } from '../latest-posts'
import classes from './post-not-found.module.css'

export function PostNotFound() {
  return (
    <>
      <PageHead
        title="Blog Post Not Found"
        description="This blog post does not exist. The latest posts and the whole blog are a click away."
        noindex
      />
      <div className={classes.page}>
        <div className={classes.message}>
          <h1>Blog Post Not Found</h1>
          <p>The blog post you're looking for doesn't exist.</p>
          <ButtonLink to={paths.blog}>Back to Blog</ButtonLink>
        </div>
        <LatestPosts />
      </div>
    </>
  )
}
