import type { RenderProgress } from '@platform/compose/rendering/render-site'

/** Whoever waits for less is told nothing. */
const EVERY_MS = 5_000

/** Says every five seconds how far the rendering is: `400 of 2,500 pages rendered, 7,500 stay as they were`. */
export function reportProgress(
  write: (line: string) => void,
  now: () => number = () => performance.now(),
): (progress: RenderProgress) => void {
  let last = now()
  return ({ done, of, reused }) => {
    if (now() - last < EVERY_MS) return
    last = now()
    const [rendered, all, kept] = [done, of, reused].map((count) => count.toLocaleString('en-GB'))
    write(`${rendered} of ${all} pages rendered${reused > 0 ? `, ${kept} stay as they were` : ''}`)
  }
}
