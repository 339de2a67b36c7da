import { addressLine } from '@site/shared/company'
import { mapEmbedHref, mapHref } from './map-address'
import classes from './office-map.module.css'

/** Where to find us (R89, D-24). */
export function OfficeMap() {
  return (
    <section className={classes.section} aria-labelledby="map-title">
      <h2 id="map-title">Find us</h2>
      <p className={classes.address}>
        {addressLine}. <a href={mapHref}>Open the full map on OpenStreetMap</a>
      </p>
      <iframe
        className={classes.map}
        src={mapEmbedHref}
        title={`Map of ${addressLine}`}
        loading="lazy"
        width="1200"
        height="400"
        sandbox="allow-scripts allow-same-origin allow-popups"
      />
    </section>
  )
}
