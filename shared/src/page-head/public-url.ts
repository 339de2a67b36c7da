import { createContext } from 'react'

/** Scheme and host without a slash at the end; empty without a shell. */
export const PublicUrl = createContext('')
