export function waitForShop(url: string): Promise<void>
