import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button, Dialog, Field, Input, Notice } from '../../kit/index.ts';
import { forgetTenant, openSingleSignOn, rememberedTenant, tenantIdIn } from './single-sign-on.ts';

/** Leads to the identity provider of the tenant. Asks once which tenant; later the browser knows. */
export function SingleSignOn({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [text, setText] = useState(rememberedTenant() ?? '');
  const [isUnknown, setUnknown] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const tenantId = tenantIdIn(text);
    if (tenantId) openSingleSignOn(tenantId, returnTo);
    else setUnknown(true);
  };
  const start = () => {
    const known = rememberedTenant();
    if (known) openSingleSignOn(known, returnTo);
    else setAsking(true);
  };
  return (
    <>
      <Button size="big" wide onClick={start}>
        {t`Continue with single sign-on`}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t`Single sign-on`}
        text={t`Your administrator has the link or the tenant id. This browser remembers it.`}
        actions={
          <Button look="primary" type="submit" form="single-sign-on">
            {t`Continue`}
          </Button>
        }
      >
        <form id="single-sign-on" onSubmit={open}>
          <Field label={t`Link or tenant id`} error={isUnknown && t`There is no tenant id in this text. Copy the whole link.`}>
            <Input value={text} onChange={(event) => setText(event.target.value)} dir="ltr" autoComplete="off" required />
          </Field>
        </form>
      </Dialog>
    </>
  );
}

/** Why the identity provider led back to this page. The tenant is asked for again: the remembered one may be wrong. */
export function SingleSignOnError() {
  const { t } = useLingui();
  const { error, requestId } = useSearch({ strict: false }) as { error?: string; requestId?: string };
  useEffect(() => {
    if (error === 'identity_provider_not_found') forgetTenant();
  }, [error]);
  if (!error) return null;
  return (
    <Notice tone="danger" title={t`Single sign-on failed`}>
      <p>
        {error === 'identity_provider_not_found'
          ? t`This tenant has no single sign-on. Check the link, or sign in another way.`
          : t`Your identity provider or its settings refused it. Try again, or give this to your administrator:`}
      </p>
      <p dir="ltr">
        <code>{[error, requestId].filter(Boolean).join(' · ')}</code>
      </p>
    </Notice>
  );
}
