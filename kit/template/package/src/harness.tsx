import { mountHarness } from '@site/shared/harness'
import __Name__Page from './__name__-page'

mountHarness({ '/__name__': __Name__Page })
