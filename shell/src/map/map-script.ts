import script from './map.inline.ts?script'
import { PLAN } from './plan'

export const MAP_SCRIPT = `(${script})(${PLAN.width},${PLAN.height})`
