// Sanitises the HTML of blog posts and policies at build time with an allow-list.
const sanitizeHtml = require('sanitize-html')

const texts = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote']
const tables = ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td']
const allowed = {
  allowedTags: [...texts, ...tables],
  allowedAttributes: { a: ['href'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
}

const sanitise = (html) => sanitizeHtml(html, allowed)

/** Headings get short ids, for the first flight: `#part-2`. */
function readText(html) {
  let part = 0
  return sanitise(html).replaceAll('<h2>', () => `<h2 id="part-${++part}" tabindex="-1">`)
}

module.exports = function sanitisedHtmlLoader(source) {
  return `export default ${JSON.stringify(readText(source))}`
}
module.exports.sanitise = sanitise
module.exports.readText = readText
