export function openConsole(env: NodeJS.ProcessEnv): Promise<{ link: string; stop: () => void }>
