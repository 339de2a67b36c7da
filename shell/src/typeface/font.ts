/** Written by scripts/artwork/subset-font.mjs: the site's typeface, one file for all weights. */
export const font = { family: 'Public Sans', file: '/fonts/public-sans.d103bfea.woff2', weight: '400 750' }
