export type WebKit = { driver: string; browser: string; screen: string }
export function findEngines(): { firefox: string | undefined; webkit: WebKit | undefined }
