export function openConsole(
  env: NodeJS.ProcessEnv,
): Promise<{ link: string; pid: number | undefined; output: () => string; stop: () => void }>
