import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import { fileCopy } from '@platform/site/store/file/file-copy'
import { type DeltaRequest, runDeltas } from './run-deltas'

export type DeltaThreadInput = { siteDir: string; keys: GivenKeys; request: DeltaRequest }

const { siteDir, keys, request }: DeltaThreadInput = workerData
// Only Linux lowers this thread alone (setpriority(2)); elsewhere it is the process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
void runDeltas(fileCopy(siteDir, keys), request, (news) => parentPort?.postMessage(news))
