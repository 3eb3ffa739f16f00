import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { accountClient, enter, startSession } from '../../app/session/session.ts';
import { buttonClass, ErrorState, Page, PageHeader, SkeletonRows } from '../../kit/index.ts';

/** Reads the token of the link and takes it out of the address, so that it stays in no history. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** The page behind the link that `npm run dev` prints: signs the developer in and opens a chat with its phone. */
export function SignInLinkPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { chat } = useSearch({ from: '/sign-in-link' });
  const [token] = useState(takeToken);
  const signIn = useMutation({
    mutationFn: async () => {
      await startSession(); // the page was loaded without a cookie, and the frame must not remember that
      await enter(await accountClient.sessions.createByLink({ token }));
    },
    onSuccess: () =>
      chat
        ? navigate({ to: '/inbox/$chatId', params: { chatId: chat }, search: { phone: '1' }, replace: true })
        : navigate({ to: '/phone', replace: true }),
  });
  const { mutate } = signIn;
  useEffect(() => mutate(), [mutate]);
  return (
    <Page header={<PageHeader title={t`Signing in`} level={2} />} pad>
      {signIn.error ? (
        <>
          <ErrorState title={t`This link does not work`} error={signIn.error} />
          <Link to="/signin" className={buttonClass({ look: 'second' })}>{t`Sign in with a password`}</Link>
        </>
      ) : (
        <SkeletonRows count={2} />
      )}
    </Page>
  );
}
