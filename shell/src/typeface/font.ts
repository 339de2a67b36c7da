/** The typeface of the site, Public Sans, cut down to the characters its pages need: one file for all weights. */
export const font = { family: 'Public Sans', file: '/fonts/public-sans.d103bfea.woff2', weight: '400 750' }
