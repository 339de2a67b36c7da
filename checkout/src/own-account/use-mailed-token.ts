import { useEffect, useState } from 'react'

const TOKEN = /^#([\w-]+\.[\w-]+\.[\w-]+)$/

/** Behind `#`, so that no server sees it; removed from the address and the history at once. */
export function useMailedToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    function take() {
      const [, found] = TOKEN.exec(window.location.hash) ?? []
      if (!found) return
      setToken(found)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    take()
    // A link opened in this very tab changes the hash alone.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
