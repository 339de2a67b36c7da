import { VisuallyHidden } from '@site/shared/ui'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Icon } from '../../icons/icon'
import { isWideScreen } from '../../layout/wide-screen'
import { useOnNavigation } from '../use-on-navigation'
import classes from './drawer.module.css'
import { DrawerNav } from './drawer-nav'

const DRAWER_ID = 'site-drawer'
/** The browser opens and closes the drawer by these without scripts. */
const opens = { command: 'show-modal', commandfor: DRAWER_ID }
const closes = { command: 'close', commandfor: DRAWER_ID }

export function Drawer() {
  const drawer = useRef<HTMLDialogElement>(null)

  // In place of the command, also in browsers that do not know it.
  function handleOpen(event: MouseEvent) {
    event.preventDefault()
    drawer.current?.showModal()
  }
  function handleClose(event: MouseEvent) {
    event.preventDefault()
    drawer.current?.close()
  }

  useOnNavigation(() => drawer.current?.close())
  // Left open on a wider screen it would be invisible and still block the page.
  useEffect(() => {
    const handleResize = () => {
      if (isWideScreen()) drawer.current?.close()
    }
    window.addEventListener('resize', handleResize)
    return () => window.removeEventListener('resize', handleResize)
  }, [])

  return (
    <>
      <button className={classes.hamburger} type="button" onClick={handleOpen} aria-haspopup="dialog" {...opens}>
        <Icon name="menu" />
        <VisuallyHidden>Menu</VisuallyHidden>
      </button>
      <dialog className={classes.drawer} id={DRAWER_ID} ref={drawer} aria-label="Menu" closedby="any">
        <div className={classes.top}>
          <button className={classes.close} type="button" onClick={handleClose} {...closes}>
            <Icon name="close" />
            <VisuallyHidden>Close menu</VisuallyHidden>
          </button>
        </div>
        <DrawerNav />
      </dialog>
    </>
  )
}
