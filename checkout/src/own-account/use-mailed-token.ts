import { useEffect, useState } from 'react'

const TOKEN = /^#([\w-]+\.[\w-]+\.[\w-]+)$/

/**
 * The token of a mailed link, which stands behind `#` so that no server and no other page sees it. It is taken out of the
 * address at once: neither the history nor a copied address has it.
 */
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
    // A link that is opened in this very tab changes nothing but the hash.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
