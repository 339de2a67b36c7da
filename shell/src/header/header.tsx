import { CART_NOTE_EVENT } from '@site/shared/announce'
import { cartStore, itemCount, useCart } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { Link, useLocation } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { useEffect, useRef, useState } from 'react'
import { Drawer } from './drawer/drawer'
import late from './header.late.module.css'
import classes from './header.module.css'
import { MainNav } from './main-nav'
import { CartControl } from './quick-checkout/cart-control'
import { TopBar } from './top-bar'

const LOGO = '/images/logo.svg'

/** px */
const START_OF_PAGE = 200

/** An address that no cache holds a failure for. */
const RETRIED_LOGO = `${LOGO}?retry=1`

export function Header() {
  const header = useRef<HTMLElement>(null)
  const isPaying = useLocation().pathname === paths.checkout
  useEffect(() => (header.current ? stepAside(header.current) : undefined), [])
  return (
    <header className={classes.header} ref={header} data-boundary="shell">
      <TopBar />
      <div className={isPaying ? `${classes.bar} ${late.paying}` : classes.bar}>
        <Logo />
        {isPaying ? <WayBack /> : <MainNav />}
        {!isPaying && (
          <div className={classes.tools}>
            <CartControl />
            <Drawer />
          </div>
        )}
      </div>
    </header>
  )
}

/** Replaces links that lead away from paying; keeps its place when paid. */
function WayBack() {
  const isEmpty = useCart(itemCount) === 0
  const isKnown = useIsHydrated()
  return (
    <p className={`${classes.wayBack} ${late.wayBack}`}>
      <Link className={isKnown && isEmpty ? late.gone : undefined} to={paths.cart}>
        Change your cart
      </Link>{' '}
      <a href={company.phone.href}>{company.phone.display}</a>
    </p>
  )
}

function stepAside({ dataset }: HTMLElement): () => void {
  let last = scrollY
  const handleScroll = () => {
    if (scrollY > last && scrollY > START_OF_PAGE) dataset.away = ''
    else if (scrollY < last) delete dataset.away
    last = scrollY
  }
  addEventListener('scroll', handleScroll, { passive: true })
  const comeBack = () => delete dataset.away
  addEventListener(CART_NOTE_EVENT, comeBack)
  const unsubscribe = cartStore().subscribe(comeBack)
  return () => {
    removeEventListener('scroll', handleScroll)
    removeEventListener(CART_NOTE_EVENT, comeBack)
    unsubscribe()
  }
}

export function Logo() {
  const image = useRef<HTMLImageElement>(null)
  const [source, setSource] = useState(LOGO)

  // An error before hydration had no listener; it shows as a finished image without a size.
  useEffect(() => {
    const { current } = image
    if (current?.complete && current.naturalWidth === 0) setSource(RETRIED_LOGO)
  }, [])

  return (
    <Link className={classes.logo} to={paths.home}>
      <img
        className={classes.mark}
        ref={image}
        src={source}
        onError={() => setSource(RETRIED_LOGO)}
        alt=""
        width="44"
        height="44"
        fetchPriority="low"
      />
      <span className={classes.name}>{company.shortName}</span>
    </Link>
  )
}
