import { Block } from '@site/shared/block'
import { Link, useParams } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { blogPostPath, paths } from '@site/shared/paths'
import { Button, ButtonLink } from '@site/shared/ui'
import { type MouseEvent, Suspense, useReducer } from 'react'
import { FragmentText, LoadingText, useFragment } from '../fragment/fragment-text'
import classes from './blog-post-page.module.css'
import { LatestPosts, PostDate, PostLinks } from './post-links'
import { postFragment } from './post-text'
import { type BlogPost, categories, coursesBlock, posts, relatedPosts } from './posts'

const POST_TITLE_ID = 'post-title'

const networks = ['Facebook', 'X', 'LinkedIn']

export default function BlogPostPage() {
  const { id } = useParams()
  const post = posts.find((candidate) => candidate.id === id)
  return post ? <Post key={post.id} post={post} /> : <PostNotFound />
}

function Post({ post }: { post: BlogPost }) {
  // The contents wait for the same text.
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
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
          <Suspense fallback={<LoadingText kind="article" />}>
            <PostGuide post={post} />
            <div className={classes.main}>
              <FragmentText {...postFragment(post)} kind="article" onRetry={renderAgain} />
              <nav className={classes.end} aria-label="End of the article">
                <Link to={paths.blog}>Back to Blog</Link>
                <BackToTop />
              </nav>
            </div>
            <PostSidebar post={post} />
          </Suspense>
        </div>
      </article>
    </>
  )
}

function PostHero({ post }: { post: BlogPost }) {
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
          <span>{`By ${post.author}`}</span> <PostDate date={post.date} /> <span>{post.readTime}</span>
        </p>
      </div>
      <img className={classes.image} src={post.image} alt="" width={1200} height={630} fetchPriority="high" />
    </header>
  )
}

/** Stays in view beside the text, until the sidebar comes. Suspends while the text is fetched. */
function PostGuide({ post }: { post: BlogPost }) {
  return (
    <aside className={classes.guide} aria-label="In this article">
      <div className={classes.staying}>
        <Contents post={post} />
        <section aria-label="Courses in this article">
          <h2>Courses in this article</h2>
          <Block block={coursesBlock(post)} fallback={<Link to={paths.courses}>See all courses</Link>} />
        </section>
      </div>
    </aside>
  )
}

function Contents({ post }: { post: BlogPost }) {
  const { id, load } = postFragment(post)
  const fragment = useFragment(id, load)
  if (!fragment.ok) return null
  return (
    <nav aria-label="Contents">
      <h2>Contents</h2>
      <ul>
        {[...fragment.html.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/gs)].map(([, part = '', title = '']) => (
          <li key={part}>
            <Link
              to={`${blogPostPath(post.id)}#${part}`}
              onNavigate={() => document.getElementById(part)?.focus({ preventScroll: true })}
            >
              {title.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Without scripts the browser follows the link by itself (R78). */
function BackToTop() {
  function handleClick(event: MouseEvent) {
    // A followed link would leave an entry in the history that only scrolls.
    event.preventDefault()
    window.scrollTo({ top: 0 })
    document.getElementById(POST_TITLE_ID)?.focus({ preventScroll: true })
  }
  return (
    <a href={`#${POST_TITLE_ID}`} onClick={handleClick}>
      Back to Top
    </a>
  )
}

function PostNotFound() {
  return (
    <>
      <PageHead
        title="Blog Post Not Found"
        description="This blog post does not exist. The latest posts and the whole blog are a click away."
        noindex
      />
      <div className={classes.columns}>
        <div className={classes.text}>
          <h1>Blog Post Not Found</h1>
          <p>The blog post you're looking for doesn't exist.</p>
          <ButtonLink to={paths.blog}>Back to Blog</ButtonLink>
        </div>
        <LatestPosts />
      </div>
    </>
  )
}

function PostSidebar({ post }: { post: BlogPost }) {
  const related = relatedPosts(post)
  return (
    <aside className={classes.sidebar} aria-label="More from the blog">
      {related.length > 0 && (
        <section aria-labelledby="related-title">
          <h2 id="related-title">Related Posts</h2>
          <PostLinks posts={related} />
        </section>
      )}
      <section aria-labelledby="categories-title">
        <h2 id="categories-title">Categories</h2>
        <ul className={classes.categories}>
          {categories.map(({ name, posts }) => (
            <li key={name}>{`${name} (${posts.length})`}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="share-title">
        <h2 id="share-title">Share</h2>
        {/* The buttons do nothing, as specified (R78, D-22). */}
        <div className={classes.buttons}>
          {networks.map((name) => (
            <Button key={name} variant="secondary" size="small" aria-label={`Share on ${name}`} data-inert>
              {name}
            </Button>
          ))}
        </div>
      </section>
    </aside>
  )
}
