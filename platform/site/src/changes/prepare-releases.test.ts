import { writeFile } from 'node:fs/promises'
import { packFilesOf } from '@platform/compose/testing/kept-page'
import { fileCopy } from '../store/file/file-copy'
import { fileSiteStore } from '../store/file/file-site-store'
import { describePreparation } from '../testing/describe-preparation'
import { forgePage } from '../testing/forge-page'

describePreparation('a folder', async ({ copy }) => ({
  ada: fileSiteStore(fileCopy(copy.root)),
  bob: fileSiteStore(fileCopy(copy.root)),
  close: async () => {},
  forgePage: (number, text) => forgePage(copy, number, text),
  async damagePacks(number) {
    for (const file of await packFilesOf(copy, number, 'catalog')) await writeFile(file, 'damaged')
  },
}))
