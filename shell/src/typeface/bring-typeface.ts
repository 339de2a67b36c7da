import { TYPEFACE } from './cached-typeface'
import { font } from './font'

type Connection = { connection?: { saveData?: boolean } }

/**
 * Fetches the typeface when the page is alive, and has the next page use it: an arrival in the middle of
 * a page would move its lines. Visitors who save data do without.
 * @param onceNavigated calls back when another page takes the place of this one
 */
export async function bringTypeface(onceNavigated: (use: () => void) => void): Promise<void> {
  const { classList } = document.documentElement
  const savesData = (navigator as Navigator & Connection).connection?.saveData
  if (classList.contains(TYPEFACE) || savesData || !('fonts' in document)) return
  const face = new FontFace(font.family, `url(${font.file})`, { weight: font.weight })
  try {
    document.fonts.add(await face.load())
    localStorage.setItem(TYPEFACE, font.file)
  } catch {
    // Offline, or without storage: the installed typeface stays, or comes back with the next document.
  }
  if (face.status === 'loaded') onceNavigated(() => classList.add(TYPEFACE))
}
