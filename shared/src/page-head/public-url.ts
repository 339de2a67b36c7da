import { createContext } from 'react'

/**
 * Scheme and host of the site, without a slash at the end: the same on the server and in the browser,
 * so that what it is part of hydrates. Empty where no shell provides it; addresses are relative there.
 */
export const PublicUrl = createContext('')
