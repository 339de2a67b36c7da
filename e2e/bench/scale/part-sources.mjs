/** The sources of a remote with many pages, each of which is another. */

export function pageSource(name) {
  return `import { Link, useParams } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { PageOpening } from '@site/shared/ui'
import classes from './${name}-page.module.css'

const WORDS = 'safety training course certificate site worker risk method inspection harness ladder scaffold'.split(' ')

function sentence(seed: number): string {
  return Array.from({ length: 14 }, (_, index) => WORDS[(seed * 7 + index * (seed % 5) + index * index) % WORDS.length]).join(' ')
}

export default function PartPage() {
  const { id = '0' } = useParams()
  const seed = Number(id)
  return (
    <>
      <PageHead title={\`${name}, page \${id}\`} description={sentence(seed)} path={\`/${name}/\${id}\`} />
      <PageOpening title={\`${name}, page \${id}\`} lead={sentence(seed + 1)} />
      <section className={classes.section}>
        {Array.from({ length: 24 }, (_, index) => (
          <p key={index}>{\`\${sentence(seed + index)}, \${sentence(seed * 3 + index)}.\`}</p>
        ))}
        <p>
          <Link to="/${name}/0">All of ${name}</Link>
        </p>
      </section>
    </>
  )
}
`
}

export function releaseSource(name, pages) {
  return `import type { ReleaseManifest } from '@site/shared/release'

export default {
  pages: Array.from({ length: ${pages} }, (_, index) => ({
    module: './${name}-page',
    path: \`/${name}/\${index}\`,
  })),
} satisfies ReleaseManifest
`
}
