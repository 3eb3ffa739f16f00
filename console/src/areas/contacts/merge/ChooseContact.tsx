import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Avatar, EmptyState, SearchInput } from '../../../kit/index.ts';
import { nameOf } from '../queries.ts';
import styles from './Merge.module.css';

/** Finds the second contact of a merge. */
export function ChooseContact({ contact }: { contact: types.Contact }) {
  const { t } = useLingui();
  const { client } = useSession();
  const navigate = useNavigate();
  const [text, setText] = useState(contact.lastName ?? '');
  const search = text.trim();
  const { data } = useQuery({
    queryKey: ['contacts', 'choose', search],
    queryFn: ({ signal }) => client.contacts.search({ ...(search && { search }), pagination: { limit: 20 } }, { signal }),
    select: ({ data: found }) => found.filter(({ id }) => id !== contact.id),
  });
  const choose = (id: string) => navigate({ to: '/contacts/merge', search: { one: contact.id, other: id } });
  return (
    <div className={styles.choose}>
      <p>{t`Which contact is the same person as ${nameOf(contact) ?? t`Unnamed`}?`}</p>
      <SearchInput
        label={t`Name, number or address`}
        soft={false}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <ul>
        {data?.map((one) => (
          <li key={one.id}>
            <button type="button" className={styles.candidate} onClick={() => void choose(one.id)}>
              <Avatar id={one.id} name={nameOf(one) ?? ''} size={28} />
              <span className={styles.candidateText}>
                <bdi>{nameOf(one) ?? t`Unnamed`}</bdi>
                <span dir="ltr" className={styles.muted}>
                  {[one.phoneNumber, one.email].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <EmptyState title={t`No contact matches`} text={t`Search for another name, number or address.`} />}
    </div>
  );
}
