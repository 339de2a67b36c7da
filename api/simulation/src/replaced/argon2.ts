/** Replaces native password hashing; simulated buyers do not sign in. */
export const hash = async (): Promise<string> => 'none'
export const verify = async (): Promise<boolean> => false
