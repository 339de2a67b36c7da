/** Lines on a grid of 24. */
const lines = {
  phone: 'M6 3h3l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  pin: 'M12 21s-7-6-7-11.5a7 7 0 0 1 14 0C19 15 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  cart: 'M3 4h2.5l2.3 11h10l2.2-8H6.2M9.5 18.5a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5zM16.5 18.5a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9.5l6 6 6-6',
  chat: 'M4 20l1.4-4.2A8.2 8.2 0 1 1 8.6 19zM9 11h.01M12.5 11h.01M16 11h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  facebook:
    'M14 21v-8h3l.6-3.5H14V7.4c0-1.1.6-1.9 2-1.9h1.8V2.4S16.6 2 15.3 2C12.4 2 10.5 3.8 10.5 6.9v2.6H7.5V13h3v8z',
  x: 'M4 4l16 16h-4L4 4zM20 4l-6.7 7.2M10.7 14L4.5 20',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 7h.01',
  linkedin: 'M3 3h18v18H3zM7.5 10.5v6M7.5 7.5h.01M11.5 16.5v-6M11.5 13a2.5 2.5 0 0 1 5 0v3.5',
  youtube: 'M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM10 9l5 3-5 3z',
} as const

export type IconName = keyof typeof lines

/** Every icon once. It stands in the document and not in a script: drawings need no code, and one copy serves all uses. */
export function renderIconSprite(): string {
  const symbols = Object.entries(lines).map(([name, line]) => `<path id="icon-${name}" d="${line}"/>`)
  return `<svg hidden><defs>${symbols.join('')}</defs></svg>`
}
