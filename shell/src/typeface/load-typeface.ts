import { keptTypeface, TYPEFACE } from './cached-typeface'
import { font } from './font'

type Connection = { connection?: { saveData?: boolean } }

/**
 * Fetches the typeface for the next document, when this one is alive, and keeps it where that document can
 * read it before its first paint. It is not used here: its arrival would move lines, or cost the first
 * navigation a third of its time. Visitors who save data do without.
 */
export async function loadTypeface(): Promise<void> {
  const savesData = (navigator as Navigator & Connection).connection?.saveData
  if (document.documentElement.classList.contains(TYPEFACE) || savesData) return
  try {
    const response = await fetch(font.file)
    if (!response.ok) return
    const bytes = new Uint8Array(await response.arrayBuffer())
    localStorage.setItem(TYPEFACE, keptTypeface(bytes))
  } catch {
    // Offline, or without storage: the installed typeface stays.
  }
}
