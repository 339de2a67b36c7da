import { randomBytes } from 'node:crypto'
import { loadCompany } from '@site/papers/company'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createLinkWriter } from './accounts/links'
import { createSignedTokens } from './accounts/signed-tokens'
import { answerAdmin } from './admin/admin-socket'
import { startDailyJobs } from './admin/daily-jobs'
import { buildApi } from './app'
import type { ApiConfig } from './config/read'
import { type ApiHost, type ApiParts, createServices, type PostWebhook } from './create-services'
import { createDatabase } from './database/create-database'
import { keepAuthSecret } from './database/data-folder'
import { recordErasure } from './database/erasure-list'
import { validateBySchema } from './http/api-frame'
import { mailReader } from './mail/mail-reader'
import { startMail } from './mail/mail-worker'
import { type MetricsOptions, registerMetrics } from './metrics/register-metrics'
import { startSweeping } from './payments/sweep'
import { erasePerson } from './personal-data/erase-person'
import { createKeySealer } from './staff/seal-keys'

export type { ApiHost, ApiParts } from './create-services'

export type Api = Awaited<ReturnType<typeof createApi>>

export async function createApi(config: ApiConfig, host: ApiHost, parts: ApiParts = {}) {
  const { log } = host
  const database =
    parts.database ??
    (await createDatabase({ dataDir: config.dataDir, ...(config.databaseUrl && { url: config.databaseUrl }) }, log))
  let post: PostWebhook | undefined
  const made = await createServices(config, {
    ...host,
    ...parts,
    database,
    keepsJournal: !parts.database,
    post: async (...webhook) => (post ? post(...webhook) : 503),
  })
  const { payments: services, eventReaders, fakeProviders } = made
  const stopSweeping = startSweeping(services, parts.sweepMs)
  const secret =
    config.authSecret ?? (parts.database ? randomBytes(32).toString('hex') : keepAuthSecret(config.dataDir))
  const { previousAuthSecret, publicUrl } = config
  const secrets = [secret, ...(previousAuthSecret ? [previousAuthSecret] : [])] as const
  const tokens = createSignedTokens(secrets)
  const hasDesk = config.staff.size > 0 && !config.isMailOff
  const writing = {
    mailFrom: config.mailFrom,
    writeLink: createLinkWriter(tokens, publicUrl),
    ...(hasDesk && { deskUrl: `${publicUrl}/desk` }),
  }
  const stopMail = startMail(config, writing, database, log)
  const stopJobs = parts.database ? undefined : startDailyJobs(services)
  // Only this process can read the embedded database and the fake providers.
  const isAlone = !parts.database && (!config.databaseUrl || fakeProviders !== undefined)
  const stopAnswering = isAlone ? answerAdmin(config.dataDir, services) : undefined
  const { accountLimits, paymentLimits, metricsToken, trustedProxies } = config.access
  // An https address implies a proxy: the server speaks http.
  const isBehindProxy = trustedProxies.length > 0 || publicUrl.startsWith('https:')
  if (isBehindProxy && trustedProxies.length === 0) {
    log.warn('a proxy is in front and TRUSTED_PROXIES does not name it: all visitors count as one address')
  }
  const api = buildApi({
    database,
    payments: services,
    eventReaders,
    paymentLimits,
    accounts: {
      database,
      tokens,
      publicUrl,
      mail: services,
      limits: accountLimits,
      log,
      recordDeleted: (id) => services.dataDir && recordErasure(services.dataDir, [id]),
      erase: (email) => erasePerson(services, email, { actor: 'the buyer', reason: 'they deleted their account' }),
    },
  })
  const plugin: FastifyPluginAsync = async (app, options) => {
    await api(app, options)
    post = async (provider, body, headers) => {
      const url = `${app.prefix}/payments/webhooks/${provider}`
      return (await app.inject({ method: 'POST', url, body, headers })).statusCode
    }
  }
  const sandbox: FastifyPluginAsync = async (app) => {
    validateBySchema(app)
    if (fakeProviders) await app.register(fakeProviders.plugin)
    await app.register(mailReader({ database, ...writing }))
  }

  const desk: FastifyPluginAsync = async (app, options) => {
    // Loads React, which no other part of this program needs.
    const { buildDesk } = await import('./desk/desk')
    const sealer = createKeySealer(secrets)
    const parts = { services, tokens, sealer, roles: config.staff, shownFacts: host.shownFacts }
    await buildDesk({ ...parts, isSecure: publicUrl.startsWith('https:') })(app, options)
  }

  const loadFacts = async () => void (await loadCompany(database.queries()))
  return {
    plugin,
    // Never beside real money: it shows buyers' mail and lets everyone pay.
    sandbox: config.isProduction || config.providers?.stripe.isLive ? undefined : sandbox,
    /** Absent: no address may use it, or mail is off. */
    desk: hasDesk ? desk : undefined,
    fakeProviders,
    services,
    /** Resolves when the database is open, or closed before that. */
    opened: database.opened.then(() => loadFacts().catch(() => {})),
    registerMetrics: (app: FastifyInstance, server?: Pick<MetricsOptions, 'replies' | 'describeServer'>) =>
      registerMetrics(app, { database, token: metricsToken, isBehindProxy, ...server }),
    async close(): Promise<void> {
      await stopSweeping()
      await stopJobs?.()
      await stopMail()
      await stopAnswering?.()
      await fakeProviders?.close()
      if (!parts.database) await database.close()
    },
  }
}
