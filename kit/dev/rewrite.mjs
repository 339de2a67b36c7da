const [TAKEN_OVER, RENDERED_ANEW] = ['<!--$-->', '<!--$!--><template></template>']

/** Makes another site's document run the local package and reload on its changes. */
export function rewriteDocument(html, local) {
  const config = jsonOf(html, 'site-config')
  const isOwn = config && local.name in config.remotes
  if (!config || (config.isolated && !isOwn)) return html
  let written = withJson(html, 'site-config', rewriteFiles(config, local))
  const scripts = jsonOf(html, 'site-scripts')
  const isForeign = ({ href }) => !href.startsWith(`/assets/${local.name}/`)
  if (scripts) written = withJson(written, 'site-scripts', { ...scripts, preload: scripts.preload.filter(isForeign) })
  // The site rendered its own release: class names differ, and React would keep them.
  if (isOwn) written = withStyles(written, local.styles).replaceAll(TAKEN_OVER, RENDERED_ANEW)
  return written.replace('</body>', '<script src="/dev/page.js" async></script></body>')
}

export function rewriteFiles(list, { name, remote, files }) {
  return { ...list, remotes: { ...list.remotes, [name]: remote }, files: { ...list.files, [name]: files } }
}

/** Inserts each style sheet after its former version, which the site's HTML still needs. */
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
