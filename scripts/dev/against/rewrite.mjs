/** React's marks of a part that it takes over as it is, and of one that the server could not render. */
const [TAKEN_OVER, RENDERED_ANEW] = ['<!--$-->', '<!--$!--><template></template>']

/** Has a document of another site run a package as it was built here, and load itself again when that changes. */
export function rewriteDocument(html, local) {
  const config = jsonOf(html, 'site-config')
  if (!config || config.isolated) return html
  const isOwn = local.name in config.remotes
  let written = withJson(html, 'site-config', rewriteFiles(config, local))
  const scripts = jsonOf(html, 'site-scripts')
  const isForeign = ({ href }) => !href.startsWith(`/assets/${local.name}/`)
  if (scripts) written = withJson(written, 'site-scripts', { ...scripts, preload: scripts.preload.filter(isForeign) })
  // What the site has rendered is of its own release: class names differ, which React would leave as they are.
  if (isOwn) written = withStyles(written, local.styles).replaceAll(TAKEN_OVER, RENDERED_ANEW)
  return written.replace('</body>', '<script src="/dev/page.js" async></script></body>')
}

/** The list of all packages' files, or what a document says of them. */
export function rewriteFiles(list, { name, remote, files }) {
  return { ...list, remotes: { ...list.remotes, [name]: remote }, files: { ...list.files, [name]: files } }
}

/** Each style sheet behind the one of before, which what the site has rendered goes on needing. */
function withStyles(html, styles) {
  return styles.reduce((written, { href, text }) => {
    const [stem] = href.split(/\.\w{8}\.css$/)
    const place = written.indexOf(`<style data-href="${stem}.`)
    if (place === -1) return written
    const end = written.indexOf('</style>', place) + '</style>'.length
    const style = `<style data-href="${href}">${text.replace(/<\/style/gi, '<\\/style')}</style>`
    return written.slice(0, end) + style + written.slice(end)
  }, html)
}

const patternOf = (id) => new RegExp(`(<script type="application/json" id="${id}">)(.*?)(</script>)`, 's')

function jsonOf(html, id) {
  const [, , json] = patternOf(id).exec(html) ?? []
  return json && JSON.parse(json)
}

function withJson(html, id, value) {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return html.replace(patternOf(id), (_all, start, _json, end) => start + json + end)
}
