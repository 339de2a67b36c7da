import { siteConfig } from '@site/shared/site-config'
import classes from './sandbox-banner.module.css'

/** Says that the providers are stand-ins; in the browser only. */
export function SandboxBanner() {
  if (!siteConfig().sandbox) return null
  return (
    <p className={classes.banner}>
      <strong>Sandbox: no money moves</strong>
      <span>Try card 4242 4242 4242 4242 with any future date and any security code.</span>
    </p>
  )
}
