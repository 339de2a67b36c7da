import { Block } from '@site/shared/block'
import { Link } from '@site/shared/navigation'
import { blogPostPath, paths } from '@site/shared/paths'
import { useFragment } from '../fragment/fragment-text'
import classes from './blog-post-page.module.css'
import { postFragment } from './post-text'
import { type BlogPost, coursesBlock } from './posts'

/** Stays in view beside the text, until the sidebar comes. Suspends while the text is fetched. */
export function PostGuide({ post }: { post: BlogPost }) {
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
