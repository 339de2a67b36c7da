import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

/**
 * The text of the search box: it follows the address, and reaches it once the typing pauses, because
 * browsers refuse an address that changes with every key.
 */
export function useSearchText(inAddress: string, write: (text: string) => boolean) {
  const [text, setText] = useState(inAddress)
  const known = useRef(inAddress)

  useEffect(() => {
    if (inAddress === known.current) return
    known.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (text.trim() === known.current) return
    const timer = setTimeout(() => {
      // What was not written is tried again once the page shows the address that came between.
      if (write(text)) known.current = text.trim()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, write])

  return [text, setText] as const
}
