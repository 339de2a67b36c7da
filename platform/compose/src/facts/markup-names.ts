const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Elements a document may have (HTML Living Standard, 4): no `object`, `portal` or `plaintext`. */
export const HTML_ELEMENTS = words(`
  html head title meta link style script body
  address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote dd div dl dt figcaption figure hr li menu ol p pre ul
  a abbr b bdi bdo br cite code data dfn em i kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr
  del ins area audio img map picture source track video canvas iframe noscript template slot
  caption col colgroup table tbody td tfoot th thead tr
  button datalist fieldset form input label legend meter optgroup option output progress select textarea
  details dialog summary`)

/** Elements of a drawing that draw: none runs, animates an address, or shows other markup (SVG 2). In lower case. */
export const DRAWING_ELEMENTS = words(`
  svg g defs symbol use title desc path circle ellipse line polygon polyline rect text tspan
  clippath mask pattern marker lineargradient radialgradient stop
  filter feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap
  fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur femerge femergenode femorphology
  feoffset fepointlight fespecularlighting fespotlight fetile feturbulence`)

/** Attributes that a browser goes to, fetches or runs. */
export const ADDRESS_ATTRIBUTES = words('href src action formaction poster data background')

/** What a link may be to: neither fetched nor run. */
export const NAMING_RELATIONS = words(`
  alternate author bookmark canonical help license me next nofollow noopener noreferrer prev privacy-policy
  search tag terms-of-service`)
