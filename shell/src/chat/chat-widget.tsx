import { company } from '@site/shared/company'
import { CHAT_RESPONSE_MINUTES } from '@site/shared/constants'
import { VisuallyHidden } from '@site/shared/ui'
import { useRef, useState } from 'react'
import { Icon } from '../icons/icon'
import { useDismiss } from '../use-dismiss'
import late from './chat-bubble.late.module.css'
import classes from './chat-widget.module.css'

export function chatHrefOf(message: string): string {
  return `https://wa.me/${company.chatNumber}?text=${encodeURIComponent(message)}`
}

export const chatHref = chatHrefOf('Hello, I would like help with safety training courses.')

/** Escape hides the hint until the pointer or the focus comes again (R39, R40, WCAG 1.4.13). */
export function ChatWidget() {
  const [isDismissed, setIsDismissed] = useState(false)
  const widget = useRef<HTMLElement>(null)
  useDismiss(widget, (by) => {
    if (by === 'escape') setIsDismissed(true)
  })

  return (
    <aside
      className={classes.widget}
      ref={widget}
      aria-label="Chat"
      data-dismissed={isDismissed || undefined}
      onPointerEnter={() => setIsDismissed(false)}
      onFocus={() => setIsDismissed(false)}
    >
      <a
        className={classes.button}
        href={chatHref}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby="chat-widget-hours"
      >
        <Icon name="chat" />
        <VisuallyHidden>Chat with us on WhatsApp (opens in a new tab)</VisuallyHidden>
      </a>
      <p className={`${classes.bubble} ${late.bubble}`} id="chat-widget-hours">
        {`Support is available ${company.opensAt} to ${company.closesAt}. We usually respond within ${CHAT_RESPONSE_MINUTES} minutes.`}
      </p>
    </aside>
  )
}
