/** Paths on a 24 × 24 grid. */
const lines = {
  phone: 'M6 3h3l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  pin: 'M12 21s-7-6-7-11.5a7 7 0 0 1 14 0C19 15 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  cart: 'M3 4h2.5l2.3 11h10l2.2-8H6.2M9.5 18.5a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5zM16.5 18.5a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9.5l6 6 6-6',
  chat: 'M4 20l1.4-4.2A8.2 8.2 0 1 1 8.6 19zM9 11h.01M12.5 11h.01M16 11h.01',
} as const

export type IconName = keyof typeof lines

/** Drawn in the document, not by a script: one copy serves all uses. */
export function renderIconSprite(): string {
  const symbols = Object.entries(lines).map(([name, line]) => `<path id="icon-${name}" d="${line}"/>`)
  return `<svg hidden><defs>${symbols.join('')}</defs></svg>`
}
