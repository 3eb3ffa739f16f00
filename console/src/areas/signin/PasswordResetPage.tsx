import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountClient } from '../../app/session/session.ts';
import { Button, buttonClass, ErrorState, Field, Input, Notice } from '../../kit/index.ts';
import { Gate } from './Gate.tsx';
import { linkToken } from './link-token.ts';
import { isPasswordError, NewPasswordField } from './NewPasswordField.tsx';

/** Asks for a mail with a link. The answer is the same for addresses without an account. */
export function ForgotPage() {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => accountClient.passwordResets.create({ email: email.trim() }) });
  if (ask.isSuccess)
    return (
      <Gate title={t`Look into your mail`} text={t`If ${email} has an account, a link is on its way. It works for an hour.`}>
        <BackLink />
      </Gate>
    );
  return (
    <Gate title={t`Forgotten password`} text={t`You get a mail with a link to choose a new one.`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!ask.isPending) ask.mutate();
        }}
      >
        <Field label={t`Email`}>
          <Input
            big
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        {ask.error && <ErrorState title={t`No mail was sent`} error={ask.error} />}
        <Button type="submit" look="primary" size="big" wide busy={ask.isPending}>
          {t`Send the link`}
        </Button>
      </form>
      <BackLink />
    </Gate>
  );
}

/** The page behind the link of the mail. */
export function PasswordResetPage() {
  const { t } = useLingui();
  const [token] = useState(linkToken);
  const [password, setPassword] = useState('');
  const confirm = useMutation({ mutationFn: () => accountClient.passwordResets.confirm({ token, password }) });
  if (confirm.isSuccess)
    return (
      <Gate title={t`The password is changed`} text={t`All your sessions have ended.`}>
        <BackLink />
      </Gate>
    );
  return (
    <Gate title={t`New password`}>
      {token === '' && <Notice tone="warn">{t`This link is not complete. Open it from the mail again.`}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirm.isPending) confirm.mutate();
        }}
      >
        <NewPasswordField label={t`New password`} value={password} onChange={setPassword} error={confirm.error} />
        {confirm.error && !isPasswordError(confirm.error) && (
          <ErrorState title={t`The password was not changed`} error={confirm.error} fix={t`Ask for a new link.`} />
        )}
        <Button type="submit" look="primary" size="big" wide busy={confirm.isPending} disabled={token === ''}>
          {t`Change the password`}
        </Button>
      </form>
      <BackLink />
    </Gate>
  );
}

function BackLink() {
  const { t } = useLingui();
  return (
    <Link to="/signin" search={{}} className={buttonClass({ look: 'quiet', wide: true })}>
      {t`Back to sign-in`}
    </Link>
  );
}
