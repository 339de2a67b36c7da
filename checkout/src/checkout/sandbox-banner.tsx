import { siteConfig } from '@site/shared/site-config'
import classes from './sandbox-banner.module.css'

export function SandboxBanner({ hasHint = false }: { hasHint?: boolean }) {
  if (!siteConfig().sandbox) return null
  return (
    <p className={classes.banner}>
      <strong>Sandbox: no money moves</strong>
      {hasHint && <span>Try card 4242 4242 4242 4242 with any future date and any security code.</span>}
    </p>
  )
}
