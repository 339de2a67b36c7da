import { company } from '@site/shared/company'
import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import { LatestPosts } from './latest-posts'
import classes from './post-not-found.module.css'

/** For an id that is not a post (R79, D-21). */
export function PostNotFound() {
  return (
    <>
      <title>{`Blog Post Not Found | ${company.shortName}`}</title>
      <meta name="description" content="This blog post does not exist." />
      <meta name="robots" content="noindex" />
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
