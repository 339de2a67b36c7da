import { PageHead } from '@site/shared/page-head'
import { PageOpening } from '@site/shared/ui'
import classes from './__name__-page.module.css'

/** `/__name__` */
export default function __Name__Page() {
  return (
    <>
      <PageHead title="__Title__" description="__Title__: write what visitors find here." path="/__name__" />
      <PageOpening title="__Title__" lead="Write what visitors find here." />
      <section className={classes.section}>
        <p>Write this page in src/__name__-page.tsx.</p>
      </section>
    </>
  )
}
