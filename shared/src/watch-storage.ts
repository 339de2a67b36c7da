/** Calls back when another tab may have changed one of the keys; the returned function ends that. */
export function watchStorage(keys: readonly string[], onChange: () => void): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === null || keys.includes(key)) onChange()
  }
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    // A page kept for the Back button hears no storage events while it sleeps.
    if (persisted) onChange()
  }
  const watching = new AbortController()
  window.addEventListener('storage', handleStorage, watching)
  window.addEventListener('pageshow', handlePageShow, watching)
  return () => watching.abort()
}
