import { crane, hoist, tower } from './building-site.mjs'
import { height, width } from './drawing.mjs'
import { foreground, sky, skyline } from './surroundings.mjs'

/**
 * The scene behind the home page's headline, in the style of the site's illustrations, as SVG at a
 * time of the loop. Every part moves by whole turns, so the last frame leads into the first.
 */
export function sceneAt(time) {
  const parts = [sky, skyline, tower, crane, hoist, foreground].map((draw) => draw(time))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}
