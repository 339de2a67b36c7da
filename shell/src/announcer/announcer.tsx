import { ANNOUNCE_EVENT } from '@site/shared/announce'
import { VisuallyHidden } from '@site/shared/ui'
import { useEffect, useState } from 'react'

export function Announcer() {
  const [message, setMessage] = useState({ text: '', turn: 0 })
  useEffect(() => {
    const handleAnnounce = (event: Event) => {
      const text = event instanceof CustomEvent ? String(event.detail) : ''
      setMessage(({ turn }) => ({ text, turn: turn + 1 }))
    }
    window.addEventListener(ANNOUNCE_EVENT, handleAnnounce)
    return () => window.removeEventListener(ANNOUNCE_EVENT, handleAnnounce)
  }, [])
  // A new key makes a new node, so the same sentence twice is spoken twice.
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {message.text && <span key={message.turn}>{message.text}</span>}
      </span>
    </VisuallyHidden>
  )
}
