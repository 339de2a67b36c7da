import { PageHead } from '@site/shared/page-head'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './form-frame.module.css'

type Props = { title: string; description: string; path: string; heading: string; children: ReactNode }

export function DoneFrame({ title, description, path, heading, children }: Props) {
  const taken = useRef<HTMLHeadingElement>(null)
  useEffect(() => taken.current?.focus(), [])
  return (
    <div className={classes.page}>
      <PageHead title={title} description={description} path={path} noindex />
      <h1 className={classes.title} ref={taken} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  )
}
