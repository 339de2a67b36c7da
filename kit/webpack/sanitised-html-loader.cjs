// Sanitises the HTML of blog posts and policies at build time with an allow-list.
const sanitizeHtml = require('sanitize-html')

const allowed = {
  allowedTags: [
    'h2',
    'h3',
    'p',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'a',
    'blockquote',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
}

const sanitise = (html) => sanitizeHtml(html, allowed)

module.exports = function sanitisedHtmlLoader(source) {
  return `export default ${JSON.stringify(sanitise(source))}`
}
module.exports.sanitise = sanitise
