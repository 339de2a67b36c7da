import { drawHouse } from './draw-house.mjs'

export const DRAWING = 'docs/images/imports.svg'

/**
 * The kept drawing shows today's imports.
 * @param kept its text, undefined if there is none
 */
export function findStaleDrawing(house, kept) {
  try {
    return drawHouse(house) === kept ? [] : [`${DRAWING} is of other imports: npm run borders -- --draw`]
  } catch {
    // What cannot be drawn is an offence of its own.
    return []
  }
}
