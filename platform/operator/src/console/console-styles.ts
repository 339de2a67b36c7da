// Builds `dist/console/console.css`; the script beside it is never served.
import '@site/shared/styles/tokens.css'
import './base.css'
import './views/page.module.css'
import './views/parts.module.css'
