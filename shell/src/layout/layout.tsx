import { ANNOUNCE_EVENT, announce } from '@site/shared/announce'
import { Outlet, useLocation } from '@site/shared/navigation'
import { VisuallyHidden } from '@site/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useNavigation } from 'react-router-dom'
import { ChatWidget } from '../chat/chat-widget'
import { Footer } from '../footer/footer'
import { Header } from '../header/header'
import late from './layout.late.module.css'
import classes from './layout.module.css'

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
      <RouteFocus />
      {/* Entries that the browser made share a key. */}
      <ScrollRestoration getKey={({ key, pathname, hash }) => (key === 'default' ? pathname + hash : key)} />
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

/** Moves the focus after a client navigation and announces the title once the page is there. */
function RouteFocus() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById(MAIN_ID)
    if (!main) return
    const before = document.activeElement
    const stopFocus = afterFrame(() => {
      const { activeElement, body } = document
      // The visitor or the page may have moved the focus meanwhile; a closed menu has lost it.
      if (!hash && (activeElement === before || activeElement === body)) main.focus({ preventScroll: true })
    })
    const stopTitle = whenLoaded(main, () => announce(document.title))
    return () => {
      stopFocus()
      stopTitle()
    }
  }, [pathname, hash])
  return null
}

/** Focusing before the frame would lay the page out twice. */
function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Calls back once no part of the page is loading; returns a stop function. */
function whenLoaded(main: HTMLElement, done: () => void): () => void {
  const observer = new MutationObserver(look)
  let frame = requestAnimationFrame(look)

  function look(): void {
    if (main.querySelector('[data-loading]')) {
      observer.observe(main, { childList: true, subtree: true })
      return
    }
    stop()
    // The title is a hoisted element of the page and follows it by a frame.
    frame = requestAnimationFrame(done)
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
  return stop
}
