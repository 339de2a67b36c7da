import { Link, useParams } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { blogPostPath, paths } from '@site/shared/paths'
import { FragmentText } from '../fragment/fragment-text'
import classes from './blog-post-page.module.css'
import { BackToTop } from './post/back-to-top'
import { PostHero } from './post/post-hero'
import { PostNotFound } from './post/post-not-found'
import { PostSidebar } from './post/post-sidebar'
import { loadPostText } from './post-text'
import { type BlogPost, posts } from './posts'

export default function BlogPostPage() {
  const { id } = useParams()
  const post = posts.find((candidate) => candidate.id === id)
  return post ? <Post key={post.id} post={post} /> : <PostNotFound />
}

function Post({ post }: { post: BlogPost }) {
  return (
    <>
      <PageHead
        title={post.title}
        description={post.excerpt}
        path={blogPostPath(post.id)}
        image={`/og/blog-${post.id}.jpg`}
        type="article"
      />
      <article>
        <PostHero post={post} />
        <div className={classes.columns}>
          <div className={classes.main}>
            <FragmentText id={`post-${post.id}-text`} load={() => loadPostText(post)} kind="article" />
            <nav className={classes.end} aria-label="End of the article">
              <Link to={paths.blog}>Back to Blog</Link>
              <BackToTop />
            </nav>
          </div>
          <PostSidebar post={post} />
        </div>
      </article>
    </>
  )
}
