/** In the place of the native passwords' hash: no buyer of the simulation signs in. */
export const hash = async (): Promise<string> => 'none'
export const verify = async (): Promise<boolean> => false
