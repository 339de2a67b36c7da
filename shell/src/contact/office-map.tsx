import { addressLine } from '@site/shared/company'
import { Button } from '@site/shared/ui'
import { useState } from 'react'
import { mapEmbedHref, mapHref } from './map-address'
import classes from './office-map.module.css'

/** Loads the map of another company only when a visitor asks (R89, D-24). */
export function OfficeMap() {
  const [isShown, setShown] = useState(false)
  return (
    <section className={classes.section} aria-labelledby="map-title">
      <h2 id="map-title">Find us</h2>
      <p className={classes.address}>
        {addressLine}. <a href={mapHref}>Open the full map on OpenStreetMap</a>
      </p>
      {isShown ? (
        <iframe
          // The button that had the focus is gone.
          ref={(frame) => frame?.focus()}
          className={classes.map}
          src={mapEmbedHref}
          title={`Map of ${addressLine}`}
          width="1200"
          height="400"
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <div className={classes.map}>
          <div className={classes.question}>
            <p>The map comes from OpenStreetMap, which receives your IP address when you show it.</p>
            <Button onClick={() => setShown(true)}>Show the map</Button>
          </div>
        </div>
      )}
    </section>
  )
}
