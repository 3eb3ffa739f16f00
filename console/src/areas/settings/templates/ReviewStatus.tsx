import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, Button, Notice, toast, toastError } from '../../../kit/index.ts';

type Status = types.MessageTemplate['status'];
const tones = {
  draft: 'plain',
  pending: 'info',
  approved: 'ok',
  rejected: 'danger',
  paused: 'warn',
  disabled: 'danger',
} as const;

function useStatusName(): (status: Status) => string {
  const { t } = useLingui();
  return (status) =>
    ({
      draft: t`Draft`,
      pending: t`In review`,
      approved: t`Approved`,
      rejected: t`Rejected`,
      paused: t`Paused`,
      disabled: t`Disabled`,
    })[status];
}

export function ReviewBadge({ template: { status, quality } }: { template: types.MessageTemplate }) {
  const { t } = useLingui();
  const name = useStatusName();
  return (
    <>
      <Badge tone={tones[status]}>{name(status)}</Badge>
      {quality === 'red' && <Badge tone="danger">{t`Low quality`}</Badge>}
      {quality === 'yellow' && <Badge tone="warn">{t`Medium quality`}</Badge>}
    </>
  );
}

/** Where the template is in the review, what that means, and the next step. */
export function ReviewStatus({ item, onChanged }: { item: types.MessageTemplate; onChanged: () => Promise<void> }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const name = useStatusName();
  const [isBusy, setBusy] = useState(false);
  const { status, reason } = item;
  const texts: Record<Status, string> = {
    draft: t`It can be changed, and cannot be sent yet. Submit it when it is ready.`,
    pending: t`The provider reviews it. This takes minutes to a day; it cannot be changed meanwhile.`,
    approved: t`It can be sent. To change it, make a new template.`,
    rejected: t`Change it as the reason says, then submit it again.`,
    paused: t`The provider paused it because of complaints. It can be sent again after the pause.`,
    disabled: t`The provider disabled it for good. Make a new template.`,
  };
  const submit = async () => {
    setBusy(true);
    try {
      const { status: next } = await client.templates.submit(item.id);
      toast({ text: next === 'approved' ? t`The template is approved` : t`The template is in review` });
      await onChanged();
    } catch (error) {
      toastError(t`The template could not be submitted`, error);
    } finally {
      setBusy(false);
    }
  };
  const canSubmit = (status === 'draft' || status === 'rejected') && can('message_templates.write');
  return (
    <Notice
      tone={status === 'rejected' || status === 'disabled' ? 'danger' : status === 'paused' ? 'warn' : 'plain'}
      title={name(status)}
      action={
        canSubmit && (
          <Button icon={<Send size={14} aria-hidden />} busy={isBusy} onClick={() => void submit()}>
            {isBusy ? t`Submitting` : t`Submit for review`}
          </Button>
        )
      }
    >
      {reason && <p dir="auto">{reason}</p>}
      <p>{texts[status]}</p>
    </Notice>
  );
}
