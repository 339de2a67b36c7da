type Variables = 'SITE_DIR' | 'DATA_DIR' | 'PORT' | 'PUBLIC_URL' | 'LOG_LEVEL'

export function temporarySite(environment?: NodeJS.ProcessEnv): Promise<{
  folder: string
  env: NodeJS.ProcessEnv & Record<Variables, string>
  remove: () => Promise<void>
}>
