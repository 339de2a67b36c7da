import { Drawer } from './drawer/drawer'
import classes from './header.module.css'
import { Logo } from './logo'
import { MainNav } from './main-nav'
import { CartControl } from './quick-checkout/cart-control'
import { TopBar } from './top-bar'

export function Header() {
  return (
    <header className={classes.header} data-boundary="shell">
      <TopBar />
      <div className={classes.bar}>
        <Logo />
        <MainNav />
        <div className={classes.tools}>
          <CartControl />
          <Drawer />
        </div>
      </div>
    </header>
  )
}
