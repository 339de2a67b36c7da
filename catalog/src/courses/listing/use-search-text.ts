import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

/** Follows the address, and reaches it once typing pauses: browsers refuse an address that changes with every key. */
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
      // What was not written is tried again at the next address.
      if (write(text)) known.current = text.trim()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, write])

  return [text, setText] as const
}
