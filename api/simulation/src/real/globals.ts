/** In the place of `globals.ts`: chance and connections are the machine's, time passes beside real processes. */

import './pace'
