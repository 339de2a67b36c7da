import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { VisuallyHidden } from '@site/shared/ui'
import { fullMapHref } from './full-map'
import classes from './map-page.module.css'
import { PLAN, Plan } from './plan'

/** The frame of the contact page, without React (R89, D-24). */
export default function MapPage() {
  return (
    <>
      <PageHead
        title="Map"
        description={`Streets around the office of ${company.shortName}, with the stations nearby.`}
        path={paths.map}
        noindex
      />
      <main className={classes.map}>
        <h1>
          <VisuallyHidden>{`Map of ${company.addressLine}`}</VisuallyHidden>
        </h1>
        <svg
          className={classes.plan}
          id="plan"
          viewBox={`0 0 ${PLAN.width} ${PLAN.height}`}
          preserveAspectRatio="xMidYMid slice"
          role="img"
          aria-label={`Streets around ${company.addressLine}. Barbican station is beside the office.`}
        >
          <Plan />
        </svg>
        <div className={classes.buttons}>
          <button className={classes.button} type="button" id="zoom-in" aria-label="Zoom in">
            +
          </button>
          <button className={classes.button} type="button" id="zoom-out" aria-label="Zoom out">
            −
          </button>
        </div>
        <p className={classes.note}>
          {`Plan: © ${company.shortName}, not to scale. `}
          <a href={fullMapHref} target="_blank" rel="noopener noreferrer">
            Full map (OpenStreetMap, opens in a new tab)
          </a>
        </p>
      </main>
    </>
  )
}
