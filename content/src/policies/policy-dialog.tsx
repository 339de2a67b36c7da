import { Dialog } from '@site/shared/ui'
import { FragmentText } from '../fragment/fragment-text'
import type { Policy } from './policies'
import { loadPolicyText } from './policy-text'

export function PolicyDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  return (
    <Dialog title={policy.title} onClose={onClose}>
      <FragmentText id={`policy-${policy.id}-text`} load={() => loadPolicyText(policy)} kind="policy" />
    </Dialog>
  )
}
