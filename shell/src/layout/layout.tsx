import { ANNOUNCE_EVENT } from '@site/shared/announce'
import { Outlet } from '@site/shared/navigation'
import { VisuallyHidden } from '@site/shared/ui'
import { useEffect, useState } from 'react'
import { ScrollRestoration, useNavigation } from 'react-router-dom'
import { ChatWidget } from '../chat/chat-widget'
import { Footer } from '../footer/footer'
import { Header } from '../header/header'
import late from './layout.late.module.css'
import classes from './layout.module.css'
import { RouteFocus } from './route-focus'

const MAIN_ID = 'main'

const PATIENCE_MS = 150

export function Layout() {
  return (
    <>
      <a className={classes.link} href={`#${MAIN_ID}`}>
        Skip to main content
      </a>
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

/** Shows only when a navigation takes a moment (D-04). */
function NavigationProgress() {
  const isIdle = useNavigation().state === 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (isIdle) return
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isIdle])
  if (isIdle || !isSlow) return null
  return (
    <div className={late.line} role="status">
      <VisuallyHidden>Loading the page</VisuallyHidden>
    </div>
  )
}

function Announcer() {
  const [message, setMessage] = useState({ text: '', turn: 0 })
  useEffect(() => {
    const handleAnnounce = (event: Event) => {
      const text = event instanceof CustomEvent ? String(event.detail) : ''
      setMessage(({ turn }) => ({ text, turn: turn + 1 }))
    }
    window.addEventListener(ANNOUNCE_EVENT, handleAnnounce)
    return () => window.removeEventListener(ANNOUNCE_EVENT, handleAnnounce)
  }, [])
  // A new node is spoken again.
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {message.text && <span key={message.turn}>{message.text}</span>}
      </span>
    </VisuallyHidden>
  )
}
