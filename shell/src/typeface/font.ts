/** The site's typeface, one file for all weights. */
export const FONT_FILE = '/fonts/public-sans.d103bfea.woff2'
