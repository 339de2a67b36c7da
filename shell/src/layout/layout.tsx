import { Outlet } from '@site/shared/navigation'
import { ScrollRestoration } from 'react-router-dom'
import { Announcer } from '../announcer/announcer'
import { ChatWidget } from '../chat/chat-widget'
import { Footer } from '../footer/footer'
import { Header } from '../header/header'
import { NavigationProgress } from './navigation-progress'
import { RouteFocus } from './route-focus'
import { SkipLink } from './skip-link'

export const MAIN_ID = 'main'

export function Layout() {
  return (
    <>
      <SkipLink target={MAIN_ID} />
      <NavigationProgress />
      <Header />
      <main id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ChatWidget />
      <Announcer />
      <RouteFocus target={MAIN_ID} />
      <ScrollRestoration />
    </>
  )
}
