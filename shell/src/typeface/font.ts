export const FONT_FILE = '/fonts/public-sans.d103bfea.woff2'
