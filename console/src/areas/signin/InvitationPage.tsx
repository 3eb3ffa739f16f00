import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { accountClient, enter } from '../../app/session/session.ts';
import { Button, ErrorState, Field, Input, Notice, Segments } from '../../kit/index.ts';
import { Gate } from './Gate.tsx';
import { linkToken } from './link-token.ts';
import { isPasswordError, NewPasswordField } from './NewPasswordField.tsx';

/** The page behind an invitation: choose a password, or connect the account that one has. */
export function InvitationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [token] = useState(linkToken);
  const [kind, setKind] = useState<'new' | 'known'>('new');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: async () => {
      const { email } = await accountClient.invitations.accept({ token, password, ...(name.trim() && { name: name.trim() }) });
      await enter(await accountClient.sessions.create({ email, password }));
    },
    onSuccess: () => navigate({ to: '/signin', search: {}, replace: true }),
  });
  if (token === '')
    return (
      <Gate title={t`Invitation`}>
        <Notice tone="warn">{t`This link is not complete. Open it from the mail again, or ask for a new invitation.`}</Notice>
      </Gate>
    );
  return (
    <Gate title={t`Welcome`} text={t`You were invited to work in Patchbay.`}>
      <Segments
        name={t`Account`}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'new', label: t`I am new here` },
          { value: 'known', label: t`I have an account` },
        ]}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!accept.isPending) accept.mutate();
        }}
      >
        {kind === 'new' ? (
          <>
            <Field label={t`Your name`} hint={t`Colleagues see it. Empty keeps the name in the invitation.`}>
              <Input big autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
            <NewPasswordField label={t`New password`} value={password} onChange={setPassword} error={accept.error} />
          </>
        ) : (
          <Field label={t`Password of your account`}>
            <Input
              big
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        )}
        {accept.error && !isPasswordError(accept.error) && (
          <ErrorState title={t`The invitation was not accepted`} error={accept.error} />
        )}
        <Button type="submit" look="primary" size="big" wide busy={accept.isPending}>
          {t`Accept the invitation`}
        </Button>
      </form>
    </Gate>
  );
}
