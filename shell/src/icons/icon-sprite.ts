import drawings from './drawings.json'

/** Lines on a grid of 24. */
export type IconName = keyof typeof drawings.page | keyof typeof drawings.file

/**
 * The icons that a page shows before anything else, each once. They stand in the document and not in a script: drawings
 * need no code, and one copy serves all uses. The others come as a file, see `icon-file.ts`.
 */
export function renderIconSprite(): string {
  const symbols = Object.entries(drawings.page).map(([name, line]) => `<path id="icon-${name}" d="${line}"/>`)
  return `<svg hidden><defs>${symbols.join('')}</defs></svg>`
}
