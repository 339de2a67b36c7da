import { company } from '@site/shared/company'
import { Spinner } from '@site/shared/ui'
import { useEffect, useState } from 'react'
import { LoadFailure } from './load-failure'
import classes from './page-loading.late.module.css'

/** A visitor is offered a way out well before the hard limit of 120 s (D-04). */
const STILL_LOADING_MS = 2_500

export function PageLoading() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), STILL_LOADING_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isSlow) {
    return (
      <div data-loading>
        <LoadFailure title="This page is still loading" onRetry={() => window.location.reload()} />
      </div>
    )
  }
  return (
    <div className={classes.loading} data-loading>
      <title>{`Loading | ${company.shortName}`}</title>
      <Spinner label="Loading the page…" />
    </div>
  )
}
