import { sessionStore } from '@site/shared/session'
import { renderPage, resetCart } from '@site/shared/testing'
import { installDialog } from '@site/shared/testing/dialog'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { installMatchMedia } from '../../testing/browser'
import { menu } from '../../testing/site'
import { Menu } from '../menu'
import { Drawer } from './drawer'

const user = { firstName: 'Grace', lastName: 'Hill', email: 'grace@example.com' }

installDialog()
beforeEach(resetCart)

const drawerWithMenu = (
  <Menu value={menu}>
    <Drawer />
  </Menu>
)
const hamburger = () => screen.getByRole('button', { name: 'Menu' })
const drawer = () => screen.queryByRole('dialog', { name: 'Menu' })

async function openDrawer() {
  await userEvent.click(hamburger())
  return within(screen.getByRole('dialog', { name: 'Menu' }))
}

describe('drawer', () => {
  it('R31, R34: opens by the hamburger, closes by its button and by Escape, and gives the focus back', async () => {
    renderPage(drawerWithMenu)
    expect(drawer()).toBeNull()
    // By the browser alone, too.
    expect(hamburger()).toHaveAttribute('command', 'show-modal')
    expect(document.getElementById(hamburger().getAttribute('commandfor') ?? '')).toHaveAttribute('closedby', 'any')
    const opened = await openDrawer()
    expect(opened.getByRole('button', { name: 'Close menu' })).toHaveFocus()
    await userEvent.click(opened.getByRole('button', { name: 'Close menu' }))
    expect(drawer()).toBeNull()
    expect(hamburger()).toHaveFocus()
    await openDrawer()
    await userEvent.keyboard('{Escape}')
    expect(drawer()).toBeNull()
  })

  // The open menu kept the announcement from being read out, and the focus was lost.
  it('D-31: closes when the visitor signs out, and gives the focus back', async () => {
    act(() => sessionStore().getState().signIn({ token: 'token-1', user }))
    renderPage(drawerWithMenu)
    await userEvent.click((await openDrawer()).getByRole('button', { name: 'Sign out' }))
    expect(drawer()).toBeNull()
    expect(hamburger()).toHaveFocus()
    expect(sessionStore().getState().token).toBeUndefined()
  })

  it('R33: has the same links as the main bar, in collapsible groups, and the cart', async () => {
    renderPage(drawerWithMenu)
    const opened = await openDrawer()
    expect(opened.getByRole('link', { name: 'Cart (0)' })).toHaveAttribute('href', '/cart')
    for (const entry of menu) {
      if ('to' in entry) {
        expect(opened.getByRole('link', { name: entry.label })).toHaveAttribute('href', entry.to)
        continue
      }
      const group = opened.getByText(entry.label).closest('details')
      expect(group).not.toHaveAttribute('open')
      await userEvent.click(opened.getByText(entry.label))
      expect(group).toHaveAttribute('open')
      for (const { label, to } of entry.links) {
        expect(opened.getByRole('link', { name: label })).toHaveAttribute('href', to)
      }
    }
  })

  it('R34: closes after navigation, also to the page already shown', async () => {
    renderPage(drawerWithMenu, { at: '/about' })
    for (const name of ['Blog', 'Blog']) {
      const opened = await openDrawer()
      await userEvent.click(opened.getByRole('link', { name }))
      expect(drawer()).toBeNull()
    }
  })

  it('R34: closes when the screen becomes wide enough for the main bar', async () => {
    renderPage(drawerWithMenu)
    await openDrawer()
    installMatchMedia({ wide: false })
    fireEvent(window, new Event('resize'))
    expect(drawer()).toBeVisible()
    installMatchMedia({ wide: true })
    fireEvent(window, new Event('resize'))
    expect(drawer()).toBeNull()
  })
})
